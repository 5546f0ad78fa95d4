import { countOf } from '#web/lib/plural.ts';

/** Longest shown name of a network (3-wizards section 2). */
export const shownName = 120;

/** Texts of the private network screens. */
export const texts = {
  title: 'Private Networks',
  loadFailed: 'Failed to load private networks. Unexpected error',
  created: 'Successfully created a new private network',
  createFailed: 'Failed to create private network. Unknown error',
  renamed: 'Successfully renamed the private network',
  renameFailed: 'Failed to rename the private network. Unknown error',
  deleted: 'Successfully deleted the selected private networks',
  deleteFailed: 'Failed to delete selected private networks. Unknown error',
  deleteHint:
    'Their logins are deleted too. Projects that post there are stopped and need another network. Pages already posted stay.',
  networkFailed: 'Failed to load private network. Unknown error',
  sitesDeleted: 'Successfully deleted the selected sites',
  sitesDeleteFailed: 'Failed to delete selected sites. Unknown error',
  sitesDeleteHint: 'Their logins are deleted. The sites stay under Custom Sites, and pages already posted stay.',
  exportFailed: 'Failed to export the sites. Unknown error',
  importFailed: 'Failed to import the sites. Unknown error',
  importedNone: 'No site was imported',
  refusedHint: 'The refused lines are in the field again: correct them and import once more.',
  selfHostedHint: 'The first part is the address of the blog; what it runs on is found by asking it',
  listedHint: 'The first part is the id, the address or the host of a site under Custom Sites',
  imported: (taken: number, refused: number) =>
    [
      taken > 0 ? `${countOf(taken, 'site')} imported` : 'No site was imported',
      refused > 0 ? `${countOf(refused, 'line was', 'lines were')} refused` : '',
    ]
      .filter(Boolean)
      .join(', '),
  notListed: 'Not under Custom Sites any more: import the site once more',
} as const;
