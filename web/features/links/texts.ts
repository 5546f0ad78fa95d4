import { countOf } from '#web/lib/plural.ts';
import type { LongListTexts } from '#web/ui/long-list/long-list.tsx';

/** Texts of the link set page. */
export const texts = {
  onPageHint: 'Addresses that this page links to. Projects fill it in for the pages they made.',
  loadFailed: 'Failed to load links. Unexpected error',
  added: 'Successfully added the link',
  addedMany: (count: number) => `Successfully added ${countOf(count, 'link')}`,
  addFailed: 'Failed to add links. Unknown error',
  edited: 'Successfully saved the link',
  gone: 'This link was deleted in another window since it was opened here',
  addAnew: 'Add as new',
  editFailed: 'Failed to save the link. Unknown error',
  exportFailed: 'Failed to export the links. Unknown error',
  importFailed: (file: string) => `${file} file upload failed.`,
  imported: (file: string) => `${file} file uploaded successfully.`,
  checkFailed: 'Failed to check the links. Unknown error',
  stopFailed: 'Failed to stop checking the links. Unknown error',
  rhythm: 'Checked again',
  rhythms: (days: number) => {
    if (days === 0) return 'When asked';
    return days === 1 ? 'Every day' : `Every ${days} days`;
  },
  nextCheck: (moment: string) => `next on ${moment}`,
  rhythmSaved: (days: number) =>
    days === 0 ? 'The links are checked when you ask for it' : 'Successfully saved how often the links are checked',
  rhythmFailed: 'Failed to save how often the links are checked. Unknown error',
  placed: 'Placed on pages',
  lastReadingFailed: 'the last reading failed',
  keywordsSaved: 'Successfully saved the keywords',
  keywordsFailed: 'Failed to save the keywords. Unknown error',
} as const;

/** Texts of the list of links. */
export const listTexts: LongListTexts = {
  label: 'Links',
  deleted: 'Successfully deleted the selected links',
  deleteFailed: 'Failed to delete selected links. Unknown error',
  deleteHint: (count) => `${countOf(count, 'link is', 'links are')} removed from this set.`,
  noneFits: 'No link fits the filter',
  none: 'No links yet',
  noneHint:
    'Add the addresses you want to link to, one by one, as a batch or from a file. Projects that use this set for output put the pages they made here.',
};
