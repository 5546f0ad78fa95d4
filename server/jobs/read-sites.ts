import type { Module } from '#domain/contract/modules.ts';
import { projectKind } from '#domain/contract/projects/kinds.ts';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import type { Permission } from '#domain/contract/sites.ts';
import type { App } from '../app.ts';
import { siteSpellings, usableAccount } from '../db/site-spellings.ts';
import { together } from '../db/together.ts';

/** A site of the catalogue with the logins that an act may use there. */
export interface SiteRow {
  url: string;
  platform: string;
  host: string;
  connector: string;
  permission: Permission;
  blocked: boolean;
  settings: SiteSettings | null;
  accounts: { key: string; email: string; username: string; password: string }[];
}

/** Where the logins of acts come from: an account profile, or a private network, where each row has its own. */
export interface Logins {
  profileId: number | null;
  networkId: number | null;
}
export const noLogins: Logins = { profileId: null, networkId: null };

/** Where a project has its logins from. */
export function loginsOf({ module, profileId }: Pick<PostingProject, 'module' | 'profileId'>): Logins {
  const isPrivate = projectKind(module) === 'private';
  return isPrivate ? { profileId: null, networkId: profileId } : { profileId, networkId: null };
}

interface Asked {
  module: Module;
  siteId: string;
  email: string;
  profileId: number;
  networkId: number;
  looking: boolean;
}

/**
 * Sites with their logins: of a network the one of the row, of a profile the accounts filed under the site's id, or its host
 * in the usual spellings. A stopped one may still look up what it sent. Each spelling is looked for by itself: for a list of them a store without
 * statistics, right after an import, would rather read the whole profile.
 */
async function readSites(app: App, asked: Asked[]): Promise<{ site: SiteRow | undefined }[]> {
  const { rows } = await app.store.pool.query<SiteRow & { n: number }>({
    name: 'sites-of-posts',
    text: `select k.n, s.url, s.platform, s.host, s.connector, s.permission, s.blocked, s.settings, coalesce(a.list, o.list, '[]') as accounts
      from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::bigint[]) with ordinality
        k(module, site_id, profile_id, looking, email, network_id, n)
      join sites s on s.module = k.module and s.site_id = k.site_id
      left join lateral (
        select json_agg(json_build_object('key', site_key || E'\t' || email_key, 'email', email, 'username', username,
          'password', password) order by email_key) as list
        from (select own.* from (select distinct unnest(${siteSpellings}) as key) spelled
          cross join lateral (select * from accounts a where profile_id = k.profile_id and site_key = spelled.key
            and (${usableAccount} or k.looking) order by email_key limit 200) own
          order by email_key limit 200) found
      ) a on true
      left join lateral (
        select json_agg(json_build_object('key', lower(site_id) || E'\t' || lower(email), 'email', email, 'username', username,
          'password', password)) as list
        from private_sites where network_id = k.network_id and lower(site_id) = lower(k.site_id)
          and lower(email) = lower(k.email) and (stopped_reason is null or k.looking)
      ) o on true`,
    values: [
      asked.map((one) => one.module),
      asked.map((one) => one.siteId),
      asked.map((one) => one.profileId),
      asked.map((one) => one.looking),
      asked.map((one) => one.email),
      asked.map((one) => one.networkId),
    ],
  });
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return asked.map((_, index) => ({ site: byNumber.get(index + 1) }));
}

/** The site of an act; those that are asked for at one moment are read together. */
export const readSite = together<App, Asked, { site: SiteRow | undefined }>({
  many: readSites,
  one: async (app, asked) => (await readSites(app, [asked]))[0] ?? { site: undefined },
});
