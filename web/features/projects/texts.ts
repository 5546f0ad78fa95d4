/** Texts of the project pages. */
export const texts = {
  loadFailed: 'Failed to load the project. Unexpected error',
  saved: 'Successfully saved the project',
  saveFailed: 'Failed to save the project. Unknown error',
  startFailed: 'Failed to start project. Unknown error',
  stopFailed: 'Failed to stop project. Unknown error',
  cannotStart: 'Cannot start the project',
  profilesFailed: 'Failed to load profiles from the selected campaign. Unexpected error',
  scheduled: 'Successfully saved the schedule',
  scheduleFailed: 'Failed to save schedule. Unknown error',
  scheduleDeleted: 'Successfully deleted the schedule',
  scheduleDeleteFailed: 'Failed to delete schedule. Unknown error',
  scheduleReset: 'Successfully reset the schedule',
  scheduleResetFailed: 'Failed to reset schedule. Unknown error',
  resolved: 'Successfully noted the address of the post',
  resent: 'Successfully queued the post to be sent again',
  resolveFailed: 'Failed to decide about the post. Unknown error',
  foreignSave: 'This project was saved in another window.',
} as const;

/** Words of the link positions. */
export const placementTexts = {
  ReplaceKeyword: 'Replace keyword',
  Top: 'Top',
  Bottom: 'Bottom',
  RandomSentence: 'Random sentence',
  RandomParagraph: 'Random paragraph',
  ReplaceLinkTag: 'Replace link tag',
  InBlurbOnly: 'In blurb only',
} as const;

/** Words of the rel values of placed links. */
export const relTexts = {
  '': 'None (followed)',
  nofollow: 'nofollow',
  sponsored: 'sponsored',
  ugc: 'ugc',
} as const;
