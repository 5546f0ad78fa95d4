/** Texts of the tab Blocked Sites. */
export const texts = {
  added: 'Successfully blocked',
  addFailed: 'Failed to add blocked sites. Unknown error',
  addHint:
    'One host per line: example.com. What lies below it (blog.example.com) is blocked with it. Posts that were to go there now fail.',
  allThere: 'Nothing was added: all of these are blocked already',
  removal: {
    hint: 'Projects may post to them again, where their owners permit it. What failed meanwhile goes out with the next start.',
    done: 'Successfully unblocked',
    failed: 'Failed to delete blocked sites. Unknown error',
  },
  empty: {
    title: 'No blocked sites',
    text: 'A blocked site is neither posted to, registered on nor told to indexing services, whatever a project names.',
  },
} as const;
