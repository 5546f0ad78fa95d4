import { countOf } from '#web/lib/plural.ts';

/** Texts of the custom sites screen. */
export const texts = {
  title: 'Custom Sites',
  connectorHint: 'The software that the site runs on: how posts travel there',
  platformHint: 'The name under which lists group it, WordPress say',
  daHint: 'Its authority as you know it',
  atOnceHint: 'Sent side by side',
  atMost: (connector: string, count: number) => `At most ${count}: ${connector} bears no more`,
  gapHint: 'From post to post',
  loadFailed: 'Failed to load custom sites. Unknown error',
  saved: 'Successfully saved the site',
  saveFailed: 'Failed to save the site. Unknown error',
  example: 'Begin with an example',
  schema: 'JSON Schema for editors',
  dryRun: 'Dry run',
  dryRunHint:
    'Shows what a sample post would send. Reads the form pages as a stranger, sends nothing. What stands behind the sign-in is looked at by Test on an account.',
  dryRunFailed: 'Failed to make a dry run. Unknown error',
  wouldSend: 'This is what a sample post would send. Nothing was sent.',
  wouldStop: 'A post would stop here',
  isStale: 'What is typed was changed since: make a new dry run',
  gone: 'This site was deleted in another window since it was opened here',
  addAnew: 'Add as new',
  deleted: 'Successfully deleted the selected sites',
  deleteFailed: 'Failed to delete selected sites. Unknown error',
  verifyFailed: 'Failed to verify the sites. Unknown error',
  stopFailed: 'Failed to stop verifying. Unknown error',
  permitted: (count: number) => `Successfully saved the permission of ${countOf(count, 'site')}`,
  choosePermission: 'Please choose what holds for all of them',
  noteOfMany: "Left empty, each site keeps its own note. A new one takes their place, with today's date",
  permitFailed: 'Failed to save the permission. Unknown error',
  exportFailed: 'Failed to export the sites. Unknown error',
  imported: (added: number, updated: number, refused: number) =>
    `${[
      added > 0 || updated === 0 ? `${countOf(added, 'site')} imported` : '',
      updated > 0 ? `${countOf(updated, 'site')} updated` : '',
      refused > 0 ? `${countOf(refused, 'line was', 'lines were')} refused` : '',
    ]
      .filter(Boolean)
      .join(', ')}.`,
  importFailed: (file: string) => `${file} file upload failed.`,
  hostStopped: (host: string) => `Successfully stopped all traffic to ${host}`,
  hostAllowed: (host: string) => `Successfully allowed traffic to ${host}`,
  hostFailed: 'Failed to switch the host. Unknown error',
} as const;
