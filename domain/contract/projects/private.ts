import { defineKind, saveCall } from './kind.ts';
import { newPostingFields, postingFields, postingProblems, postingProject, withoutLogins } from './posting.ts';
import { projectTexts } from './rules.ts';

export const savePrivateProject = saveCall({
  id: 'savePrivateProject',
  path: '/rest/privateproject',
  summary: 'Save a private project; profileId names its private network (D-PROJ-11)',
  fields: postingFields,
  project: postingProject,
});

/** Posts to blogs of one's own: the form of posting, with a private network in the place of the account profile. */
export const privateKind = defineKind({
  modules: ['Private', 'PrivatePDF', 'PrivateArticleDirectory', 'PrivateBookmark'],
  page: 'privateproject',
  fields: postingFields,
  project: postingProject,
  save: savePrivateProject,
  newFields: () => newPostingFields(null),
  problems: (form, nChecked, nSites) => [
    ...withoutLogins(form, nSites, projectTexts.noSites),
    ...postingProblems(form, nChecked, 'private'),
  ],
  act: 'publish',
  asksNumberOfPosts: true,
});
