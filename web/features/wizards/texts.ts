/** Longest shown name of a wizard. */
export const shownName = 120;

/** Texts of the wizard screens (3-wizards section 8, D-TXT-06 to 08). */
export const texts = {
  title: 'XWizards',
  listFailed: 'Failed to load the wizards. Unexpected error',
  loadFailed: 'Failed to get the wizard. Unknown error',
  initFailed: 'Failed to init the wizard',
  saveFailed: 'Failed to save the wizard. Unknown error',
  saved: 'Successfully saved the wizard',
  savedIncomplete: 'Successfully saved the wizard. It still needs something before a campaign can be created',
  createFailed: 'Failed to create the campaign. Unknown error',
  created: 'Successfully created a new campaign',
  planFailed: 'Failed to plan the campaign. Unknown error',
  duplicateFailed: 'Failed to load the campaign to duplicate',
  notByWizard: "This campaign wasn't created using XWizard",
  strategy: 'Please select a strategy',
  renamed: 'Successfully renamed the wizard',
  renameFailed: 'Failed to rename the wizard. Unknown error',
  duplicated: 'Successfully duplicated the wizard',
  copyFailed: 'Failed to duplicate the wizard. Unknown error',
  deleted: 'Successfully deleted the selected wizards',
  deleteFailed: 'Failed to delete the selected wizards. Unknown error',
  deleteHint: 'Campaigns that were created from them stay as they are.',
  noneHint: 'A wizard makes a campaign of several tiers from a diagram. It is kept, to be changed and used again.',
  otherStrategy: 'Changing diagram will reset your data. Do you want to continue',
  addSet: 'Do you want to add a new link set?',
  removeSet: 'Do you want to remove this link set?',
  emailFailed: 'Failed to login to the email. Unknown error',
  emailTested: 'Successfully logged in to the email address',
  randomFailed: 'Failed to generate random info. Unknown error',
  foreignSave: 'This wizard was saved in another window.',
  foreignSaveHint: 'Reload shows what was saved there and drops what you changed here. Saving here asks first.',
  layoutFailed: 'Failed to lay out the diagram. Unknown error',
  sitesFailed: 'Failed to load the sites. Unexpected error',
  draft: 'What you changed before this page was left is here again. It is not saved yet.',
  draftPasswords: 'Passwords are not kept: type the new ones again.',
  startOver: 'Do you want to drop these changes?',
  gone: 'This wizard was deleted in another window.',
  saveAnew: 'Save as a new wizard',
} as const;

/** Hints of the keyword fields (D-WIZ-15). */
export const keywordHints = {
  primary: 'Your main keyword',
  secondary: 'Related keywords',
  branded: 'Your brand or site name',
  generic: 'click here, read more',
} as const;
