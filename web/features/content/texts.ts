import { countOf, filesOf } from '#web/lib/plural.ts';
import { truncate } from '#web/lib/truncate.ts';

/** Texts of the content screens. */
export const texts = {
  title: 'Content Groups',
  loadFailed: 'Failed to load content groups. Unexpected error',
  created: 'Successfully created a new content group',
  createFailed: 'Failed to create new content group. Unknown error',
  renamed: 'Successfully renamed the content group',
  renameFailed: 'Failed to rename the content group. Unknown error',
  deleted: 'Successfully deleted the selected content groups',
  deleteFailed: 'Failed to delete selected content group. Unknown error',
  deleteHint:
    'The articles inside are deleted too. Projects that post from here stop with an error at their next start.',
  articlesFailed: 'Failed to load content articles. Unexpected error',
  settingsSaved: 'Successfully saved the settings',
  settingsFailed: 'Failed to save settings. Unknown error',
  articlesDeleted: 'Successfully deleted the selected articles',
  articlesDeleteFailed: 'Failed to delete selected articles. Unknown error',
  uploadedPartly: (taken: number, refused: number) =>
    `${countOf(taken, 'article')} uploaded, ${countOf(refused, 'file was', 'files were')} refused.`,
  uploaded: (names: readonly string[]) => `${filesOf(names)} uploaded successfully.`,
  broken: 'Broken',
  brokenHint: 'Its spin syntax is broken. A brace { or } has no partner; posts made of it fail until it is mended',
  uploadedBroken: (titles: string[], count: number) =>
    `Spin syntax is broken in ${countOf(count, 'article')}: ${titles
      .slice(0, 3)
      .map((title) => `"${truncate(title, 60)}"`)
      .join(
        ', ',
      )}${count > 3 ? ` and ${(count - 3).toLocaleString()} more` : ''}. Posts made of them fail until it is mended.`,
  campaigns: {
    open: 'Kontent Machine',
    title: 'Download articles from Kontent Machine',
    label: 'Campaign',
    choose: 'Choose a campaign',
    none: 'No campaigns are known yet: update them.',
    update: 'Update Campaigns',
    updated: (count: number) => `${countOf(count, 'campaign')} at Kontent Machine`,
    updateFailed: 'Failed to update the campaigns. Unknown error',
    download: 'Download',
    hint: 'The articles of the campaign are added to this group. This may cost at the service.',
    downloaded: (count: number) => `${countOf(count, 'article')} downloaded`,
    /** D-CONT-08. */
    failed: 'Failed to download the articles. Unknown error',
  },
  uploadFailed: (names: readonly string[]) => `${filesOf(names)} upload failed.`,
} as const;

/** Longest shown name of a group and title of an article (2-content section 9). */
export const shownLength = { groupName: 120, articleTitle: 100 } as const;
