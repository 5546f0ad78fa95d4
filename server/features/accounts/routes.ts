import * as contract from '#domain/contract/accounts.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route } from '../../calls/route.ts';
import { rejectsFile } from '../../imports/rejects.ts';
import { commit } from '../../live/commit.ts';
import { campaignOf } from '../campaigns/campaign-of.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { accountCsv, importAccounts } from './account-files.ts';
import { accountReader } from './account-lines.ts';
import {
  addAccount,
  createProfile,
  deleteAccounts,
  deleteProfiles,
  getProfile,
  listAccounts,
  listProfiles,
  renameProfile,
} from './accounts.ts';
import { editAccount, editAccounts } from './edit-accounts.ts';

/** Calls on account profiles and their accounts. */
export function accountRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.createProfile, async ({ body }) => ({
      profile: await commit(app, (tx, note) => createProfile(tx, note, body.campaignId, body.name)),
    })),
    route(contract.listProfiles, async ({ params: { id } }) => {
      await campaignOf(db, id);
      return { profiles: await listProfiles(db, id) };
    }),
    route(contract.renameProfile, async ({ params: { id }, body }) => ({
      profile: await commit(app, (tx, note) => renameProfile(tx, note, id, body.name)),
    })),
    route(contract.deleteProfiles, async ({ params: { id }, body }) => ({
      ids: await commit(app, (tx, note) => deleteProfiles(tx, note, id, body.ids)),
    })),
    route(contract.campaignsWithProfiles, async () => {
      const campaigns = await db.selectFrom('campaigns').select(['id', 'name']).orderBy('id', 'desc').execute();
      const byCampaign = Map.groupBy(await listProfiles(db), (profile) => profile.campaignId);
      return { campaigns: campaigns.map((campaign) => ({ ...campaign, profiles: byCampaign.get(campaign.id) ?? [] })) };
    }),
    route(contract.listAccounts, async ({ params: { id }, query, user }) => {
      const page = await listAccounts(db, id, query, app.secrets);
      noteSecrets(app, user, `accounts of profile ${id}, shown`, page.accounts.length);
      return page;
    }),
    route(contract.addAccount, async ({ body }) => ({
      account: await commit(app, (tx, note) => addAccount(tx, note, body, app.secrets)),
    })),
    route(contract.editAccount, async ({ body: { was, edition, ...account } }) => ({
      account: await commit(app, (tx, note) => editAccount(tx, note, { was, account, edition }, app.secrets)),
    })),
    route(contract.editAccounts, async ({ params: { id: profileId }, body }) => ({
      count: await commit(app, (tx, note) => editAccounts(tx, note, { profileId, ...body }, app.secrets)),
    })),
    route(contract.deleteAccounts, ({ params: { id }, body }) =>
      commit(app, (tx, note) => deleteAccounts(tx, note, id, body)),
    ),
    ...fileRoutes(app),
  ];
}

/** Calls that take or give files. */
function fileRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.importAccounts, ({ params: { id }, query, files, request }) =>
      importAccounts(app, { profileId: id, files, dryRun: query.dryRun, isCalledOff: () => request.socket.destroyed }),
    ),
    fileRoute(contract.rejectedAccounts, async ({ params: { id }, files }) => {
      await getProfile(db, id);
      return rejectsFile(files, accountReader);
    }),
    fileRoute(contract.exportAccounts, async ({ params: { id }, user }) => {
      const profile = await getProfile(db, id);
      const content = accountCsv(app, [id], (count) =>
        noteSecrets(app, user, `accounts of profile ${id}, exported`, count),
      );
      return { name: `${profile.name}.csv`, type: 'text/csv; charset=utf-8', content };
    }),
    fileRoute(contract.exportProfiles, async ({ params: { id }, body, user }) => {
      const campaign = await campaignOf(db, id);
      const wanted = new Set(body.ids);
      const profiles = await listProfiles(db, id);
      const ids = profiles
        .map((profile) => profile.id)
        .filter((profileId) => wanted.size === 0 || wanted.has(profileId));
      const content = accountCsv(app, ids, (count) =>
        noteSecrets(app, user, `accounts of campaign ${id}, exported`, count),
      );
      return { name: `${campaign.name}_accounts.csv`, type: 'text/csv; charset=utf-8', content };
    }),
  ];
}
