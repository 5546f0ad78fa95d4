import { z } from 'zod';
import { spinProblem } from '../../rules/spin-braces.ts';
import { defineCall, id, text } from '../call.ts';
import { emailProblems, emailSettings, emailSources, isWrongMail } from '../email-settings.ts';
import { defineKind, saveCall } from './kind.ts';
import { linkSetProfileFields } from './posting.ts';
import { projectRow } from './row.ts';
import { noSite, type Problem } from './rules.ts';

/** Exact messages of the Account tab (1-core section 5). */
export const accountTexts = {
  profile: 'Please select a profile',
  firstName: 'Please enter first name',
  lastName: 'Please enter your last name',
  username: 'Username is required!',
  password: 'Password is required',
} as const;

export const verificationInfo = emailSettings.extend({
  /** Progress for people, null before the first verification (D-ACC-06). */
  status: z.string().nullable().default(null),
  emailSource: z.enum(emailSources).default('PRODUCT'),
});
export type VerificationInfo = z.infer<typeof verificationInfo>;

/** Fields of the account creation form (part L); names, titles and the password may use spin syntax. */
export const accountFields = z.object({
  profileId: id.nullable().default(null),
  firstName: text.default(''),
  lastName: text.default(''),
  username: text.default(''),
  password: text.default(''),
  blogTitle: text.default(''),
  blogName: text.default(''),
  verificationInfo: verificationInfo.prefault({}),
  linkSetProfiles: z.array(linkSetProfileFields).max(1_000).default([]),
});
export type AccountFields = z.infer<typeof accountFields>;

const accountProject = projectRow.extend({
  ...accountFields.shape,
  // Without defaults: by these keys a reader tells the kinds apart.
  firstName: text,
  verificationInfo,
});

/** Settings of a new project; without mail of the product its own the operator's mailbox is asked for (part L). */
function newAccountFields(hasProductMail: boolean): AccountFields {
  return accountFields.parse({ verificationInfo: { emailSource: hasProductMail ? 'PRODUCT' : 'MANUAL' } });
}

/** Fields of personal info that are names: of a password a lone brace may be part. */
const spun = ['firstName', 'lastName', 'username', 'blogTitle'] as const;
type Spun = (typeof spun)[number];

/** Names whose spin syntax is broken: sites would be told braces. */
export const personalProblems = (info: Record<Spun, string>): { field: Spun; message: string }[] =>
  spun.flatMap((field) => {
    const message = spinProblem(info[field]);
    return message ? [{ field, message }] : [];
  });

/** All broken rules in save order: Account, Email, then sites. */
function accountProblems(form: AccountFields, checkedSites: number): Problem[] {
  const found: Problem[] = [];
  const add = (field: string, message: string) => found.push({ tab: 'account', field, message, isMissing: true });
  if (form.profileId == null) add('profileId', accountTexts.profile);
  for (const field of ['firstName', 'lastName', 'username'] as const)
    if (!form[field].trim()) add(field, accountTexts[field]);
  for (const problem of personalProblems(form)) found.push({ tab: 'account', ...problem });
  if (!form.password) add('password', accountTexts.password);
  if (form.verificationInfo.emailSource === 'MANUAL')
    for (const problem of emailProblems(form.verificationInfo))
      found.push({ tab: 'email', ...problem, ...(isWrongMail(problem.message) ? {} : { isMissing: true }) });
  if (checkedSites === 0) found.push(noSite);
  return found;
}

/** Values for the Account tab, without spin syntax. */
export const randomInfo = defineCall({
  id: 'randomInfo',
  method: 'GET',
  path: '/random_info',
  summary: 'Random names, password and blog title for the account tab',
  reply: z.object({
    firstName: z.string(),
    lastName: z.string(),
    username: z.string(),
    password: z.string(),
    blogTitle: z.string(),
    blogName: z.string(),
  }),
});

export const saveAccountProject = saveCall({
  id: 'saveAccountProject',
  path: '/rest/acproject',
  summary: 'Save an account creation project',
  fields: accountFields,
  project: accountProject,
});

/** Makes accounts at sites of the catalogue, for the posting projects. */
export const accountKind = defineKind({
  modules: ['AccountCreation'],
  page: 'acproject',
  fields: accountFields,
  project: accountProject,
  save: saveAccountProject,
  newFields: ({ hasProductMail }) => newAccountFields(hasProductMail),
  problems: accountProblems,
  act: 'register',
  asksNumberOfPosts: false,
});
