import { sql } from 'kysely';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { type ImportedSites, networkTexts } from '#domain/contract/private-networks.ts';
import type { Permission, SiteKey } from '#domain/contract/sites.ts';
import { numberedLines } from '#domain/rules/line-formats.ts';
import { siteNameOf } from '#domain/rules/site-address.ts';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import { commit, type Note } from '../../live/commit.ts';
import type { SiteToPut } from '../connectors/require-connector.ts';
import { findSites, putSites } from '../sites/sites.ts';
import { findNetworkSites } from './network-sites.ts';
import { networkOf, recountNetwork } from './networks.ts';
import { placesByProbing } from './probe-places.ts';
import {
  type NewSite,
  type NumberedLine,
  type Place,
  placesInCatalogue,
  type ReadLine,
  readLine,
  siteAt,
} from './site-lines.ts';

/** Lines that are stored by one statement each: others get their turn in between. */
const portion = 1_000;
/** Lines that are looked up by one statement: each goes through the whole catalogue once. */
const lookUpSize = 5_000;

/** An import into a network, whatever it reads. */
interface Import {
  id: number;
  permission: Permission;
  permissionNote: string;
  /** True: addresses that the catalogue does not hold are asked what runs there. */
  selfHosted: boolean;
  /** True once nobody waits for the answer any more. */
  isCalledOff: () => boolean;
}

/** Adds the sites of a list as it is typed (D-PBN-01); a repeated site gets its new login (D-PBN-05). */
export function importTyped(app: App, { siteList, ...given }: Import & { siteList: string }): Promise<ImportedSites> {
  const lines = [...numberedLines(siteList)];
  if (lines.length === 0) throw new Refusal('INVALID', networkTexts.list, { field: 'siteList' });
  return importLines(app, given, lines.map(withReading));
}

/** Adds the usable accounts of a profile; those whose site stands nowhere come back as lines. */
export async function importProfile(
  app: App,
  { profileId, ...given }: Omit<Import, 'selfHosted'> & { profileId: number },
): Promise<ImportedSites> {
  const { db } = app.store;
  const profile = await db.selectFrom('profiles').where('id', '=', profileId).select('id').executeTakeFirst();
  if (!profile) throw new Refusal('INVALID', networkTexts.profile, { field: 'profileId' });
  const accounts = await db
    .selectFrom('accounts')
    .where('profile_id', '=', profileId)
    .where('confirmation', 'in', ['NONE', 'CONFIRMED'])
    .select(['site_name', 'email', 'username', 'password'])
    .orderBy('site_key')
    .orderBy('email_key')
    .execute();
  const lines = accounts.map(({ site_name, email, username, password }, at): Reading => {
    const plain = app.secrets.open(password);
    const line = [site_name, email, username, plain].join('|');
    // Such a line would not be read back as it was written.
    const read = username.includes('|') ? networkTexts.bar : readLine({ line, number: at + 1 });
    return { line, number: at + 1, read };
  });
  return importLines(app, { ...given, selfHosted: false }, lines);
}

interface Reading extends NumberedLine {
  read: ReadLine | string;
}
const withReading = (line: NumberedLine): Reading => ({ ...line, read: readLine(line) });

async function importLines(app: App, given: Import, lines: Reading[]): Promise<ImportedSites> {
  await networkOf(app.store.db, given.id);
  const texts = lines.flatMap(({ read }) => (typeof read === 'string' ? [] : [read.siteText]));
  const places = await findPlaces(app, given, texts);
  const refused = new RefusedList();
  const sites = new Map<string, NewSite>();
  const taken = new Map<string, Place>();
  for (const { line, number, read } of lines) {
    const place = typeof read === 'string' ? read : (places.get(siteNameOf(read.siteText)) ?? networkTexts.notListed);
    if (typeof read === 'string' || typeof place === 'string') {
      refused.add(line, { line: number, reason: String(place) });
      continue;
    }
    taken.set(`${place.group} ${place.siteId}`, place);
    sites.set(`${place.siteId}\t${read.email}`.toLowerCase(), siteAt(read, place));
  }
  const stored = await commit(app, (tx, note) =>
    store(app, { tx, note, given }, [...sites.values()], [...taken.values()]),
  );
  const shown = refused.reasons.map((one) => ({ ...one, text: withoutPassword(one.text) }));
  return { errorList: refused.list, refused: shown, rejected: refused.count, count: sites.size, sites: stored };
}

/** A refused line for people: its password is hidden. */
const withoutPassword = (text: string) => {
  const parts = text.split('|');
  return parts.length < 4 ? (parts[0] ?? '') : [...parts.slice(0, 3), '•••'].join('|');
};

/** What lines call a site: in the catalogue first; what is not there is asked where the operator hosts it. */
async function findPlaces(app: App, given: Import, texts: string[]): Promise<Map<string, Place | string>> {
  const places = new Map<string, Place | string>();
  for (let at = 0; at < texts.length; at += lookUpSize)
    for (const [name, place] of await placesInCatalogue(app.store.db, texts.slice(at, at + lookUpSize)))
      places.set(name, place);
  if (!given.selfHosted) return places;
  const open = texts.filter((text) => !places.has(siteNameOf(text)));
  for (const [name, place] of await placesByProbing(app, open, given.isCalledOff)) places.set(name, place);
  return places;
}

interface Storing {
  tx: Tx;
  note: Note;
  given: Import;
}

/** Stores and tells the logins with their sites; answers them, the first of them where they are many. */
async function store(app: App, { tx, note, given }: Storing, sites: NewSite[], places: Place[]) {
  // Locked first: it may not be deleted before its sites are counted.
  await networkOf(tx, given.id, true);
  for (let at = 0; at < places.length; at += portion) await putPlaces(tx, note, given, places.slice(at, at + portion));
  for (let at = 0; at < sites.length; at += portion) await storeSites(app, tx, given.id, sites.slice(at, at + portion));
  if (sites.length === 0) return [];
  await recountNetwork(tx, note, given.id);
  const stored = await findNetworkSites(tx, given.id, sites.slice(0, maxRowsInEvent), app.secrets);
  note(topics.privateNetwork(given.id), {
    action: 'sitesAdded',
    sites: sites.length > maxRowsInEvent ? null : stored,
  });
  return stored;
}

/** Puts what is missing into the catalogue; a site there that nobody gave a permission for gets this one (D-ENG-18). */
async function putPlaces(tx: Tx, note: Note, { permission, permissionNote }: Import, places: Place[]): Promise<void> {
  const keys = places.map(({ group, siteId }) => ({ module: group, siteId }));
  const nameOf = ({ module, siteId }: SiteKey) => `${module} ${siteId}`;
  const there = new Set((await findSites(tx, keys)).map(({ id }) => nameOf(id)));
  const missing = places.flatMap(({ put }): SiteToPut[] =>
    put && !there.has(nameOf(put)) ? [{ ...put, permission, permissionNote }] : [],
  );
  await putSites(tx, missing);
  await noteRecognised(
    tx,
    places.filter(({ put, selfHosted }) => selfHosted && put && !there.has(nameOf(put))),
  );
  const { rows: permitted } =
    permission === 'none'
      ? { rows: [] }
      : await sql<SiteKey>`
        update sites s set permission = ${permission}, permission_note = ${permissionNote}, permission_at = now()
        from (select s.module, s.site_id from sites s
          join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(module text, "siteId" text)
            on s.module = k.module and s.site_id = k."siteId"
          where s.permission = 'none' order by s.module, s.site_id for no key update of s) k
        where s.module = k.module and s.site_id = k.site_id
        returning s.module, s.site_id as "siteId"`.execute(tx);
  const changed = [...missing, ...permitted].map(({ module, siteId }) => ({ module, siteId }));
  if (changed.length > 0) note(topics.customSites, { action: 'sitesAdded', sites: await findSites(tx, changed) });
}

/** What was just asked at its address is known to work. */
async function noteRecognised(tx: Tx, places: Place[]): Promise<void> {
  const keys = places.map(({ group, siteId, platform }) => ({
    module: group,
    siteId,
    reason: `${platform} answers here`,
  }));
  await sql`update sites s set status = 'WORKING', status_reason = k.reason
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(module text, "siteId" text, reason text)
    where s.module = k.module and s.site_id = k."siteId"`.execute(tx);
}

/** Stores them in one order; a login that is there gets its new name and password, and is of use again. */
async function storeSites(app: App, tx: Tx, id: number, sites: NewSite[]): Promise<void> {
  const rows = sites.map((site) => ({ ...site, password: app.secrets.seal(site.password) }));
  await sql`insert into private_sites (network_id, site_id, email, "group", platform, site_url, username, password, self_hosted)
    select distinct on (lower("siteId"), lower(email))
      ${id}::bigint, "siteId", email, "group", platform, "siteUrl", username, password, "selfHosted"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t("siteId" text, email text,
      "group" text, platform text, "siteUrl" text, username text, password text, "selfHosted" boolean)
    order by lower("siteId"), lower(email)
    on conflict (network_id, lower(site_id), lower(email)) do update set username = excluded.username,
      password = excluded.password, site_url = excluded.site_url, platform = excluded.platform, stopped_reason = null`.execute(
    tx,
  );
}
