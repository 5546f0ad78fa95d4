/** Texts of the campaign page. */
export const texts = {
  schedulerHint:
    'Active: what is scheduled in this campaign starts by itself. Inactive: only the Start button starts a project.',
  loadFailed: 'Failed to get the campaign. Unexpected error',
  paused: 'Successfully paused the campaign',
  pauseFailed: 'Failed to pause the campaign. Unknown error',
  resumed: 'Successfully resumed the campaign',
  resumeFailed: 'Failed to resume the campaign. Unknown error',
  wasPaused: 'The campaign was paused already',
  wasActive: 'The campaign was active already',
  backlinksFailed: 'Failed to download the backlinks',
  profilesFileFailed: 'Failed to download the accounts. Unknown error',
  linkSetsFileFailed: 'Failed to download the link sets. Unknown error',
  captchaLow: 'Captcha balance is low or captcha key is incorrect',
  captchaWarning: 'Captcha balance is low',
  googleLow: 'Google captcha balance is low or captcha key is incorrect',
  googleWarning: 'Google captcha balance is low',
  bulkStartHint: 'Each begins when a slot is free. You are told which ones could not be started.',
  bulkStartFailed: 'Failed to start the projects. Unknown error',
  bulkStopHint: 'What is being sent is finished, the rest is not posted.',
  bulkStopFailed: 'Failed to stop the projects. Unknown error',
  bulkScheduleFailed: 'Failed to schedule the projects. Unknown error',
  usersLose: ' Projects that use them cannot start until another one is chosen.',
  deleteHint: 'This cannot be undone. Running projects are stopped first.',
} as const;

/** Texts of the three kinds of things on the page. */
export const nounTexts = {
  project: {
    created: 'Successfully created a new project',
    createFailed: 'Failed to create new project. Unknown error',
    renamed: 'Successfully renamed the project',
    renameFailed: 'Failed to rename the project. Unknown error',
    duplicated: 'Successfully duplicated the project',
    duplicateFailed: 'Failed to duplicate the project. Unknown error',
    deleted: 'Successfully deleted the selected projects',
    deleteFailed: 'Failed to delete selected projects. Unknown error',
    one: 'project',
  },
  profile: {
    created: 'Successfully added a new account profile',
    createFailed: 'Failed to add new account profile. Unknown error',
    renamed: 'Successfully renamed the account profile',
    renameFailed: 'Failed to rename the account profile. Unknown error',
    deleted: 'Successfully deleted the selected account profiles',
    deleteFailed: 'Failed to delete selected account profiles. Unknown error',
    one: 'account profile',
  },
  linkSet: {
    created: 'Successfully added a new link set',
    createFailed: 'Failed to add new link set. Unknown error',
    renamed: 'Successfully renamed the link set',
    renameFailed: 'Failed to rename the link set. Unknown error',
    deleted: 'Successfully deleted the selected link sets',
    deleteFailed: 'Failed to delete selected link sets. Unknown error',
    one: 'link set',
  },
} as const;
