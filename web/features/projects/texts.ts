/** Texts of the project pages. */
export const texts = {
  loadFailed: 'Failed to load the project. Unexpected error',
  saved: 'Successfully saved the project',
  savedIncomplete: 'Saved as it is. It still needs something before it can start',
  saveFailed: 'Failed to save the project. Unknown error',
  startFailed: 'Failed to start project. Unknown error',
  stopFailed: 'Failed to stop project. Unknown error',
  againHint: 'Each chosen site gets one more post.',
  againProfiles:
    'A profile is filled once: at sites whose accounts all have one, this run fails and leaves them as they are.',
  cannotStart: 'Cannot start the project',
  needs: 'Still needed before it can start',
  accountsHint: 'The accounts that post, of the campaign above',
  outputHint: 'The made pages are stored here, each with its proof',
  contentHint: 'The articles that are posted',
  insertHint: 'Posts carry links of the input link sets. Without it they carry none.',
  minMaxHint: 'Per post, over all input link sets together',
  ofSetHint: 'Of this set alone; the project bounds them all together',
  shareHint: '100% means every post',
  inputGone: 'deleted meanwhile',
  againServices: 'Each chosen service is told of every link once more.',
  profilesFailed: 'Failed to load profiles from the selected campaign. Unexpected error',
  scheduled: 'Successfully saved the schedule',
  scheduleFailed: 'Failed to save schedule. Unknown error',
  scheduleDeleted: 'Successfully deleted the schedule',
  scheduleGone: 'The schedule was deleted already',
  wasStopped: 'The project was not running any more',
  scheduleDeleteFailed: 'Failed to delete schedule. Unknown error',
  scheduleReset: 'Successfully reset the schedule',
  scheduleResetFailed: 'Failed to reset schedule. Unknown error',
  resolved: 'Successfully noted the address of the post',
  resent: 'Successfully queued the post to be sent again',
  tellingStopped: 'Successfully asked to stop telling the service',
  tellingStopFailed: 'Failed to stop telling the service. Unknown error',
  tellingGoesOn: 'Successfully asked to go on telling the service',
  tellingGoFailed: 'Failed to go on telling the service. Unknown error',
  resolveFailed: 'Failed to decide about the post. Unknown error',
  verifyFailed: 'Failed to start verifying. Unknown error',
  stopVerifyFailed: 'Failed to stop verifying. Unknown error',
  randomFailed: 'Failed to generate random info. Unknown error',
  profileAdded: 'Successfully added a new account profile',
  profileAddFailed: 'Failed to add new account profile. Unknown error',
  linkSetAdded: 'Successfully added a new link set',
  linkSetAddFailed: 'Failed to add new link set. Unknown error',
  groupAdded: 'Successfully created a new content group',
  groupAddFailed: 'Failed to create new content group. Unknown error',
  emailTested: 'Successfully logged in to the email address',
  emailTestFailed: 'Failed to login the email address. Unknown error',
  networkFailed: 'Failed to load private network. Unknown error',
  privateStatusFailed: 'Failed to get the status of the site. Unexpected error',
  showOneFailed: 'Failed to show a post. Unexpected error',
  showFileFailed: 'Failed to make the PDF. Unexpected error',
  dropAsk: 'Drop what you changed?',
  dropHint: 'The project stays as it was last saved.',
  foreignSave: 'This project was saved in another window.',
} as const;

/** Words of the rel values of placed links. */
export const relTexts = {
  '': 'None (followed)',
  nofollow: 'nofollow',
  sponsored: 'sponsored',
  ugc: 'ugc',
} as const;

/** Words of what becomes of a link whose keyword the article lacks. */
export const keywordTexts = {
  carrier: 'Put the link into a carrier sentence',
  wait: 'Do not post: say that it is missing',
} as const;

/** Words of the status of posts. */
export const postStatusTexts = { publish: 'Published', timed: 'Published later', draft: 'Draft' } as const;

/** Words of the script of addresses. */
export const addressTexts = { latin: 'Title in Latin letters', own: 'Title in its own script' } as const;

/** Words of the sources of excerpts. */
export const excerptTexts = { '': 'None', firstParagraph: 'First paragraph of the article' } as const;
