import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { linkTexts, type UrlItem } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { type LinkLine, normalizeUrl, numberedLines, parseLinkLine } from '#domain/rules/line-formats.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Tx } from '../../db/store.ts';
import type { LinkRow } from '../../db/tables.ts';
import { forgetProofs } from '../../engine/checks/forget-proofs.ts';
import { NotFound, Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { mostRowsTold, rowPortions } from '../../live/row-portions.ts';
import { lockLinkSet, moveCheck } from './checks/checks.ts';
import { getLinkSet, noteLinkSet } from './links.ts';
import { deleteThatFit, type LinkFilter, linkColumns, linksThatFit, toUrlItem } from './queries.ts';

const insertSize = 5_000;
/** Lines that are read before others get their turn. */
const turnEvery = 2_000;

/** Lines of a batch; the first one that is no URL refuses the whole batch (D-LINK-05). */
export async function readBatch(text: string): Promise<LinkLine[]> {
  const links: LinkLine[] = [];
  let read = 0;
  for (const { line, number } of numberedLines(text)) {
    const link = parseLinkLine(line);
    if (!link) throw new Refusal('INVALID', linkTexts.notALink(number), { field: 'links' });
    links.push(link);
    read += 1;
    // Twenty megabytes of short lines would hold everybody for seconds.
    if (read % turnEvery === 0) await nextTurn();
  }
  if (links.length === 0) throw new Refusal('INVALID', linkTexts.batchRequired, { field: 'links' });
  return links;
}

/** A single link as typed; its address must be a URL. */
export function readSingle(input: LinkLine): LinkLine {
  const url = normalizeUrl(input.url);
  if (!url) throw new Refusal('INVALID', 'Please enter a valid url', { field: 'url' });
  return { ...input, url };
}

/** Adds links to a set, which is not asked for equal ones; 404 when it does not exist. */
export async function addLinks(
  tx: Tx,
  note: Note,
  { listId, links }: { listId: number; links: LinkLine[] },
  secrets: Secrets,
): Promise<UrlItem[]> {
  await getLinkSet(tx, listId);
  const added: UrlItem[] = [];
  for (let at = 0; at < links.length; at += insertSize) {
    const rows = await tx
      .insertInto('url_items')
      .values(
        links.slice(at, at + insertSize).map((link) => ({
          url_list_id: listId,
          url: link.url,
          anchor: link.anchor,
          links_on_page: link.linksOnPage,
        })),
      )
      .returning(linkColumns)
      .execute();
    for (const row of rows) added.push(toUrlItem(secrets, row));
  }
  if (added.length > mostRowsTold) note(topics.linkSet(listId), { action: 'urlItemsChanged', urlListId: listId });
  else for (const urlItems of rowPortions(added)) note(topics.linkSet(listId), { action: 'urlItemsAdded', urlItems });
  noteLinkSet(note, listId);
  return added;
}

/** Changes a link; 404 when it does not exist. A check that waits for it goes to the host of its new address. */
export async function editLink(
  tx: Tx,
  note: Note,
  { id, edition, ...link }: LinkLine & { id: number; edition?: number | undefined },
  secrets: Secrets,
): Promise<UrlItem> {
  const stored = await tx
    .selectFrom('url_items')
    .where('id', '=', id)
    .select(linkColumns)
    .forUpdate()
    .executeTakeFirst();
  if (stored) refuseStale(edition, toUrlItem(secrets, stored));
  const isOther = stored?.url !== link.url || stored.links_on_page !== link.linksOnPage;
  const row = await tx
    .updateTable('url_items')
    .set({ url: link.url, anchor: link.anchor, links_on_page: link.linksOnPage, ...(isOther ? unread : {}) })
    .where('id', '=', id)
    .returning(linkColumns)
    .executeTakeFirst();
  if (!row) throw new NotFound('link');
  if (isOther) await moveCheck(tx, id);
  const urlItem = toUrlItem(secrets, row);
  note(topics.linkSet(row.url_list_id), { action: 'urlItemEdited', urlItem });
  return urlItem;
}

/** What was seen on one page is no word on another, or on other links of it. */
const unread = { proof_state: 'NONE' as const, proof: null, checked_at: null, troubled: false, shown_from: null };

/** Tells the state of a link, as read from the store, to the page of its set. */
export function noteLink({ secrets }: { secrets: Secrets }, note: Note, row: LinkRow): void {
  note(topics.linkSet(row.url_list_id), { action: 'urlItemEdited', urlItem: toUrlItem(secrets, row) });
}

/** Which links to delete: named, or all that fit. */
export type Doomed = { ids: number[] } | (LinkFilter & { all: true });

/**
 * Deletes links; unknown ones are passed over. All that fit are counted, not named. They may have been the last ones of a
 * check: whoever commits tells how far it is (tellCheck).
 */
export async function deleteLinks(tx: Tx, note: Note, listId: number, doomed: Doomed) {
  await lockLinkSet(tx, listId, 'alone');
  await forgetProofs(tx, note, doomedLinks(listId, doomed));
  const named = 'ids' in doomed ? await deleteByIds(tx, listId, doomed.ids) : undefined;
  const { ids, count } =
    'all' in doomed ? await deleteThatFit(tx, listId, doomed) : { ids: named ?? [], count: named?.length ?? 0 };
  if (count > ids.length) note(topics.linkSet(listId), { action: 'urlItemsChanged', urlListId: listId });
  else for (const told of rowPortions(ids)) note(topics.linkSet(listId), { action: 'urlItemsDeleted', ids: told });
  noteLinkSet(note, listId);
  return { ids: named ?? [], count };
}

const doomedLinks = (listId: number, doomed: Doomed) =>
  'ids' in doomed
    ? sql`select id from url_items where url_list_id = ${listId} and id = ${anyOf(doomed.ids)}`
    : linksThatFit(listId, doomed);

async function deleteByIds(tx: Tx, listId: number, ids: number[]): Promise<number[]> {
  const gone = await tx
    .deleteFrom('url_items')
    .where('url_list_id', '=', listId)
    .where('id', '=', anyOf(ids))
    .returning('id')
    .execute();
  return gone.map((row) => row.id);
}
