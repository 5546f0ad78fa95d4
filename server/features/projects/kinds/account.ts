import { sql } from 'kysely';
import { registry } from '#connectors/registry.ts';
import { siteModules } from '#domain/contract/modules.ts';
import { accountFields } from '#domain/contract/projects/account.ts';
import { projectKind } from '#domain/contract/projects/kinds.ts';
import { listProfiles } from '../../accounts/accounts.ts';
import type { ServerKind } from './kind.ts';
import { inCampaign, knownLinkSets } from './known-references.ts';

/** Accounts are made at the sites that posting projects post to, where the connector can. */
const signUpModules = siteModules.filter((module) => projectKind(module) === 'posting');
const canSignUp = () => registry.platforms.flatMap((platform) => (platform.signUp ? [platform.id] : []));

export const accountKind: ServerKind<'account'> = {
  toColumns({ profileId, ...settings }, secrets) {
    const seal = (plain: string) => (plain === '' ? '' : secrets.seal(plain));
    const { verificationInfo: mail } = settings;
    return {
      profile_id: profileId,
      settings: JSON.stringify({
        ...settings,
        password: seal(settings.password),
        verificationInfo: { ...mail, emailPassword: seal(mail.emailPassword) },
      }),
    };
  },
  toForm(row, secrets) {
    const form = accountFields.parse({ ...row.settings, profileId: row.profile_id });
    const open = (sealed: string) => (sealed === '' ? '' : secrets.open(sealed));
    const { verificationInfo: mail } = form;
    return {
      ...form,
      password: open(form.password),
      verificationInfo: { ...mail, emailPassword: open(mail.emailPassword) },
    };
  },
  withKnownReferences: async (tx, campaignId, form) => ({
    ...form,
    profileId: await inCampaign(tx, 'profiles', form.profileId, campaignId),
    linkSetProfiles: await knownLinkSets(tx, campaignId, form.linkSetProfiles, 'account'),
  }),
  candidates: () =>
    sql`select module, site_id, '' as email, platform, pr, coalesce(dofollow_read, dofollow) as dofollow, dofollow_read_at from sites where module = any(${signUpModules}) and connector = any(${canSignUp()})`,
  hasEmail: false,
  canVerify: true,
  pageLists: async (db, { campaignId }) => ({ profiles: await listProfiles(db, campaignId) }),
  // The progress text of the verification is the engine's.
  keepProgress: (stored, form) => ({
    ...form,
    verificationInfo: { ...form.verificationInfo, status: stored.verificationInfo.status },
  }),
  countLogins: ({ password, verificationInfo }) => [password, verificationInfo.emailPassword].filter(Boolean).length,
};
