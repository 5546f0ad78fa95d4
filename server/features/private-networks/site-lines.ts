import { sql } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import { networkTexts, type PrivateSiteKey } from '#domain/contract/private-networks.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import type { Permission } from '#domain/contract/sites.ts';
import { parseAccountLine } from '#domain/rules/line-formats.ts';
import { siteAddressOf, siteNameOf } from '#domain/rules/site-address.ts';
import type { Queryable } from '../../db/store.ts';
import type { SiteToPut } from '../connectors/require-connector.ts';
import { servedBy } from './network-sites.ts';

/** A line of an import with its 1-based number. */
export interface NumberedLine {
  line: string;
  number: number;
}

/** What a line names: a login, and the site as it is written there. */
export interface ReadLine extends NumberedLine {
  siteText: string;
  email: string;
  username: string;
  password: string;
}

/** A site of the catalogue as a network takes it. */
export interface Place {
  group: Module;
  siteId: string;
  platform: string;
  /** Its address, `{username}` standing for the login's name. */
  url: string;
  selfHosted: boolean;
  /** What is put into the catalogue for it; null: it stands there already, under this group. */
  put: Omit<SiteToPut, 'permission' | 'permissionNote'> | null;
}

/** A login that a network takes. */
export interface NewSite extends PrivateSiteKey, Omit<Place, 'put' | 'url'> {
  siteUrl: string;
  username: string;
  password: string;
}

const longest = 255;

/** Reads `site|email|username|password`, or says why it is none. */
export function readLine({ line, number }: NumberedLine): ReadLine | string {
  const [siteText = '', email = '', username = '', password = ''] = parseAccountLine(line) ?? [];
  if (!siteText) return networkTexts.form;
  if (siteText.length > longest || email.length > longest) return networkTexts.tooLong;
  return { line, number, siteText, email, username, password };
}

/** The login of a line at its place. */
export function siteAt({ email, username, password }: ReadLine, { put: _, url, ...place }: Place): NewSite {
  return { ...place, email, username, password, siteUrl: siteAddressOf(url, username) };
}

interface Known {
  asked: string;
  module: Module;
  siteId: string;
  platform: string;
  url: string;
  connector: string;
  pr: number;
  dofollow: boolean;
  atOnce: number;
  gapMs: number;
  permission: Permission;
  settings: SiteSettings | null;
}

/**
 * Sites of the catalogue by what lines call them: their id, their address or their host. Of several the one that serves the
 * private projects of its group already goes first. A text says why what it names is of no use.
 */
export async function placesInCatalogue(db: Queryable, texts: readonly string[]): Promise<Map<string, Place | string>> {
  const names = [...new Set(texts.map(siteNameOf))];
  const { rows } = await sql<Known>`
    select distinct n.name as asked, s.module, s.site_id as "siteId", s.platform, s.url, s.connector, s.pr,
      coalesce(s.dofollow_read, s.dofollow) as dofollow, s.at_once as "atOnce", s.gap_ms as "gapMs", s.permission,
      s.settings::jsonb as settings
    from sites s cross join lateral (values (lower(s.site_id)), (s.host),
      (lower(regexp_replace(s.url, '^https?://|/+$', '', 'gi')))) v(name) join unnest(${names}::text[]) n(name) using (name)
    order by n.name, s.module, s.site_id`.execute(db);
  const places = [...Map.groupBy(rows, (row) => row.asked)].map(([name, all]) => [name, placeOf(name, all)] as const);
  return new Map(places);
}

function placeOf(name: string, all: Known[]): Place | string {
  const useful = all.filter(({ connector }) => servedBy(connector).length > 0);
  const rank = (row: Known) =>
    Number(row.module === servedBy(row.connector)[0]) * 2 + Number(row.siteId.toLowerCase() === name);
  const best = useful.toSorted((one, other) => rank(other) - rank(one))[0];
  if (!best) return networkTexts.serves(all[0]?.platform ?? '');
  const { asked: _, module, gapMs, permission: __, ...row } = best;
  const [group = module] = servedBy(best.connector);
  const { siteId, platform, url } = best;
  const put = module === group ? null : { ...row, module: group, gapSeconds: Math.round(gapMs / 1_000) };
  return { group, siteId, platform, url, selfHosted: false, put };
}
