/** Texts of the tab Blocked Sites. */
export const texts = {
  added: 'Successfully blocked',
  addFailed: 'Failed to add blocked sites. Unknown error',
  addHint: 'One host per line: example.com. What lies below it (blog.example.com) is blocked with it.',
  allThere: 'Nothing was added: all of these are blocked already',
  deleted: 'Successfully unblocked',
  deleteFailed: 'Failed to delete blocked sites. Unknown error',
  deleteHint: 'Projects may post to them again, where their owners permit it.',
  empty: 'A blocked site is neither posted to nor registered on, whatever a project names.',
  noneFits: 'No blocked site fits this search.',
} as const;
