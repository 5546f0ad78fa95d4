import { sql } from 'kysely';
import { registry } from '#connectors/registry.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { Wizard, WizardNode } from '#domain/contract/wizards.ts';
import type { WizardFacts } from '#domain/rules/wizards/facts.ts';
import { isPrivate } from '#domain/rules/wizards/problems.ts';
import type { App } from '../../app.ts';
import { anyOf } from '../../db/any-of.ts';
import { siteSpellings, usableAccount } from '../../db/site-spellings.ts';
import type { Queryable } from '../../db/store.ts';
import { hasProductMail } from '../emails/emails.ts';
import { kindOf } from '../projects/kinds/kinds.ts';
import { type ChosenSite, chosenSites } from './chosen-sites.ts';

/** What a wizard names, as the store has it, with the sites themselves. */
export interface ReadFacts {
  facts: WizardFacts;
  /** Of a project that posts to the catalogue. */
  sitesOf: (node: WizardNode) => ChosenSite[];
  /** By group: the sites at which its accounts will be made, each once whatever it stands under. */
  signUps: Map<string, ChosenSite[]>;
  /** Campaigns of the profiles that are used. */
  campaignOf: Map<number, number>;
}

const indexers: ReadonlySet<string> = new Set(registry.indexers.map(({ id }) => id));

/** Reads all that a campaign from a wizard hangs on. */
export async function readFacts(db: Queryable, wizard: Wizard, app: Pick<App, 'config'>): Promise<ReadFacts> {
  const sitesOf = await chosenSites(db, wizard);
  const signUps = signUpsOf(wizard, sitesOf);
  const profiles = await readProfiles(db, wizard);
  return {
    sitesOf,
    signUps,
    campaignOf: new Map(profiles.map(({ id, campaign_id }) => [id, campaign_id])),
    facts: {
      sites: await countSites(db, wizard, sitesOf),
      accounts: new Map([...signUps].map(([group, sites]) => [group, sites.length])),
      profiles: new Map(profiles.map((row) => [row.id, row])),
      selections: await readSelections(db, wizard),
      networks: await readNetworks(db, wizard),
      mailboxes: await countMailboxes(db, wizard, app),
      contentGroups: await readGroups(db, wizard),
      indexers,
    },
  };
}

function signUpsOf({ projects }: Wizard, sitesOf: ReadFacts['sitesOf']): ReadFacts['signUps'] {
  const groups = new Map<string, Map<string, ChosenSite>>();
  for (const node of projects) {
    if (isPrivate(node) || !node.createNewAccount) continue;
    const sites = groups.get(node.group) ?? new Map<string, ChosenSite>();
    groups.set(node.group, sites);
    // An account is found by the id of its site alone.
    for (const site of sitesOf(node)) {
      const key = site.siteId.toLowerCase();
      if (site.signsUp && !sites.has(key)) sites.set(key, site);
    }
  }
  return new Map([...groups].map(([group, sites]) => [group, [...sites.values()]]));
}

async function countSites(db: Queryable, { projects }: Wizard, sitesOf: ReadFacts['sitesOf']) {
  const counts = new Map<string, { count: number; without: number }>();
  const ofNetwork = new Map<string, number>();
  const ofProfile = new Map<string, number>();
  for (const node of projects) {
    if (isPrivate(node)) {
      const key = `${node.module} ${node.profileId}`;
      const count = ofNetwork.get(key) ?? (await countInNetwork(db, node.module, node.profileId));
      ofNetwork.set(key, count);
      counts.set(node.id, { count, without: 0 });
      continue;
    }
    const sites = sitesOf(node);
    const asking = sites.filter((site) => !site.isOwn);
    if (node.createNewAccount) {
      counts.set(node.id, { count: sites.length, without: asking.filter((site) => !site.signsUp).length });
      continue;
    }
    // Projects of a tier and module post to the same sites.
    const key = `${node.profileId} ${node.tier} ${node.module} ${node.premium}`;
    const without = ofProfile.get(key) ?? (await countWithout(db, node.profileId, asking));
    ofProfile.set(key, without);
    counts.set(node.id, { count: sites.length, without });
  }
  return counts;
}

/** How many of the sites no account of the profile is for. */
async function countWithout(db: Queryable, profileId: number | null, sites: readonly ChosenSite[]): Promise<number> {
  if (profileId === null || sites.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`select count(*) from
      unnest(${sites.map(({ module }) => module)}::text[], ${sites.map(({ siteId }) => siteId)}::text[]) as k(m, s)
      join sites s on s.module = k.m and s.site_id = k.s
    where not exists (select from unnest(${sql.raw(siteSpellings)}) as spelled(key)
      join accounts a on a.profile_id = ${profileId} and a.site_key = spelled.key and ${sql.raw(usableAccount)})`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

async function countInNetwork(db: Queryable, module: Module, networkId: number | null): Promise<number> {
  const candidates = kindOf(module).candidates({ id: 0, module, networkId });
  const { rows } = await sql<{ count: number }>`select count(*) from (${candidates}) c`.execute(db);
  return rows[0]?.count ?? 0;
}

const idsOf = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

function readProfiles(db: Queryable, { projects }: Wizard) {
  const used = projects.filter((node) => !isPrivate(node) && !node.createNewAccount);
  return db
    .selectFrom('profiles')
    .where('id', '=', anyOf(idsOf(used.map(({ profileId }) => profileId))))
    .select(['id', 'name', 'count', 'campaign_id'])
    .execute();
}

async function readSelections(db: Queryable, { tierSiteSelection }: Wizard) {
  const ids = idsOf(tierSiteSelection.map(({ siteSelectionId }) => siteSelectionId));
  const rows = await db.selectFrom('site_selections').where('id', '=', anyOf(ids)).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

async function readNetworks(db: Queryable, { projects }: Wizard) {
  const ids = idsOf(projects.filter(isPrivate).map(({ profileId }) => profileId));
  const rows = await db.selectFrom('private_networks').where('id', '=', anyOf(ids)).select(['id', 'name']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function countMailboxes(db: Queryable, { emailSource }: Wizard, app: Pick<App, 'config'>): Promise<number> {
  if (emailSource === 'LIST') {
    const row = await db
      .selectFrom('user_emails')
      .where('used', '=', false)
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirst();
    return row?.count ?? 0;
  }
  return emailSource === 'MANUAL' || hasProductMail(app) ? Number.POSITIVE_INFINITY : 0;
}

async function readGroups(db: Queryable, { content }: Wizard): Promise<WizardFacts['contentGroups']> {
  const ids = idsOf(content.map(({ contentGroupId }) => contentGroupId));
  const { rows } = await sql<{ id: number; name: string; count: number; left: number | null }>`
    select g.id, g.name, g.count, case when g.max_usage_per_article > 0 then (select coalesce(
        sum(greatest(0, g.max_usage_per_article - a.usage_count - a.reserved)), 0) from articles a where a.content_group_id = g.id) end as left
    from content_groups g where g.id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map(({ id, left, ...row }) => [id, { ...row, left: left === null ? Infinity : Number(left) }]));
}
