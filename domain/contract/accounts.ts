import { z } from 'zod';
import {
  defineCall,
  deletedReply,
  edition,
  id,
  idInPath,
  idParams,
  idsBody,
  idsOrAllBody,
  idsOrFilterBody,
  idsReply,
  pageNeighbours,
  pageQuery,
  readEdition,
  requiredName,
  requiredText,
  searchText,
} from './call.ts';
import { importQuery, importReply } from './imports.ts';
import { topicOf } from './topic.ts';

/** A store of site accounts in a campaign (part L). */
export const profile = z.object({
  id,
  name: z.string(),
  campaignId: id,
  group: z.string().nullable(),
  count: z.number(),
  version: z.number(),
});
export type Profile = z.infer<typeof profile>;

/**
 * Whether an account that the product made was confirmed by the mail of its site. NONE: nothing is waited for. WAITING and
 * NOT_FOUND (no such mail came): of no use to posts.
 */
export const confirmations = ['NONE', 'WAITING', 'CONFIRMED', 'NOT_FOUND'] as const;
export type Confirmation = (typeof confirmations)[number];

/** One site account; identity = siteName + email in lower case (D-ACC-01). */
export const account = z.object({
  accountListId: id,
  siteName: z.string(),
  email: z.string(),
  username: z.string(),
  password: z.string(),
  /** Why no post uses it any more, until it is changed or its project starts again; nothing while it can be used. */
  stopped: z.string().nullable().optional(),
  confirmation: z.enum(confirmations).optional(),
  edition: edition.optional(),
});
export type Account = z.infer<typeof account>;

/** What can be said of an account: posts use it, its site refused it, or it waits for the mail of its site. */
const accountStates = ['usable', 'stopped', 'waiting'] as const;
export type AccountState = (typeof accountStates)[number];

export function accountState({ stopped, confirmation }: Pick<Account, 'stopped' | 'confirmation'>): AccountState {
  if (confirmation === 'WAITING' || confirmation === 'NOT_FOUND') return 'waiting';
  return stopped ? 'stopped' : 'usable';
}

/** What a list of accounts is narrowed to, its deletions and bulk edits too. */
export const accountFilter = {
  search: searchText,
  /** First letters of the site. */
  site: z.string().max(255).optional(),
  state: z.enum(accountStates).optional(),
};

export const accountIdentity = z.object({ siteName: z.string().max(255), email: z.string().max(255) });

export const profileName = requiredName('Please enter account store name');
export const accountInput = z.object({
  siteName: requiredText('Please enter website', 255),
  email: requiredText('Please enter email address', 255),
  username: requiredText('Please enter username', 255),
  password: z.string().min(1, 'Please enter password').max(1_000, 'Must be at most 1000 characters'),
});
export const accountExists = 'This account already exists';

const profileReply = z.object({ profile });
export const createProfile = defineCall({
  id: 'createProfile',
  method: 'PUT',
  path: '/rest/profile',
  summary: 'Create an account profile',
  body: z.object({ campaignId: id, name: profileName }),
  reply: profileReply,
});
export const listProfiles = defineCall({
  id: 'listProfiles',
  method: 'GET',
  path: '/rest/profiles/:id',
  summary: 'Account profiles of a campaign (id = campaign id)',
  params: idParams,
  reply: z.object({ profiles: z.array(profile) }),
});
export const renameProfile = defineCall({
  id: 'renameProfile',
  method: 'POST',
  path: '/rest/profile/:id',
  summary: 'Rename an account profile',
  params: idParams,
  body: z.object({ name: profileName }),
  reply: profileReply,
});
export const deleteProfiles = defineCall({
  id: 'deleteProfiles',
  method: 'DELETE',
  path: '/rest/profiles/:id',
  summary: 'Delete account profiles of a campaign (id = campaign id)',
  params: idParams,
  body: idsBody(id),
  reply: idsReply,
});
export const campaignsWithProfiles = defineCall({
  id: 'campaignsWithProfiles',
  method: 'GET',
  path: '/rest/campaigns_with_profiles',
  summary: 'All campaigns with their account profiles',
  reply: z.object({ campaigns: z.array(z.object({ id, name: z.string(), profiles: z.array(profile) })) }),
});

/** Sorts: siteName (default), email, username. Identity of the last row is the key of the next page. */
export const listAccounts = defineCall({
  id: 'listAccounts',
  method: 'GET',
  path: '/rest/accounts/:id',
  summary: 'One page of the accounts of a profile (id = profile id)',
  params: z.object({ id: idInPath }),
  query: pageQuery.extend(accountFilter),
  reply: z.object({
    campaign: z.object({ id, name: z.string() }),
    profile,
    accounts: z.array(account),
    ...pageNeighbours,
    total: z.number().nullable(),
  }),
});
export const addAccount = defineCall({
  id: 'addAccount',
  method: 'PUT',
  path: '/rest/account',
  summary: 'Add one account',
  body: accountInput.extend({ accountListId: id }),
  reply: z.object({ account }),
});
export const editAccount = defineCall({
  id: 'editAccount',
  method: 'POST',
  path: '/rest/account',
  summary: 'Change one account; `was` names it as it stands, a new identity is taken when it is free',
  body: accountInput.extend({ accountListId: id, was: accountIdentity, edition: readEdition }),
  reply: z.object({ account }),
});
/** What a bulk edit may change: a site and an email tell accounts apart, and stay. */
export const accountChanges = z
  .object({
    username: z.string().trim().max(255, 'Must be at most 255 characters').default(''),
    password: z.string().max(1_000, 'Must be at most 1000 characters').default(''),
  })
  .refine(({ username, password }) => username !== '' || password !== '', {
    message: 'Please enter what is to be changed',
    path: ['username'],
  });
export const editAccounts = defineCall({
  id: 'editAccounts',
  method: 'POST',
  path: '/rest/accounts/:id',
  summary: 'Change username or password of accounts of a profile, named or all that fit (id = profile id); empty stays',
  params: idParams,
  body: z.object({
    which: idsOrFilterBody(accountIdentity, accountFilter),
    changes: accountChanges,
  }),
  reply: z.object({ count: z.number() }),
});
export const deleteAccounts = defineCall({
  id: 'deleteAccounts',
  method: 'DELETE',
  path: '/rest/accounts/:id',
  summary: 'Delete accounts of a profile (id = profile id)',
  params: idParams,
  body: idsOrFilterBody(accountIdentity, accountFilter),
  reply: deletedReply(accountIdentity),
});
export const importAccounts = defineCall({
  id: 'importAccounts',
  method: 'POST',
  path: '/action/import/profile/:id',
  summary: 'Import accounts from a file: CSV, or lines site|email|username|password (D-ACC-03)',
  params: idParams,
  query: importQuery,
  takes: 'upload',
  reply: importReply,
});
export const rejectedAccounts = defineCall({
  id: 'rejectedAccounts',
  method: 'POST',
  path: '/action/rejects/profile/:id',
  summary: 'The lines of a file that the import refuses, in the format of that file; changes nothing',
  params: idParams,
  takes: 'upload',
  answer: 'file',
});
export const exportAccounts = defineCall({
  id: 'exportAccounts',
  method: 'GET',
  path: '/action/export/profile/:id',
  summary: 'CSV of the accounts of one profile',
  params: idParams,
  answer: 'file',
  changes: false,
});
export const exportProfiles = defineCall({
  id: 'exportProfiles',
  method: 'POST',
  path: '/action/export/profiles/:id',
  summary: 'CSV of the accounts of several profiles (id = campaign id; no ids means all)',
  params: idParams,
  body: idsOrAllBody(id),
  answer: 'file',
});

/** Events of topic profile/{id}. */
export type ProfileEventBody =
  | { action: 'newAccount' | 'accountEdited'; account: Account }
  | { action: 'accountsDeleted'; ids: { siteName: string; email: string }[] }
  /** Too many accounts changed to tell them one by one: load them again. */
  | { action: 'accountsChanged'; profileId: number }
  | { action: 'accountsImported'; accounts: Account[] | null };
/** What happens in one account profile. */
export const profileTopic = topicOf<ProfileEventBody>('profile');
