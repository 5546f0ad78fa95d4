import type { Proof } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { judgePage } from '#domain/rules/proof.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/store.ts';
import { type ClaimedCheck, delayCheck, expectedLinks, storeProof } from '../engine/link-checks.ts';
import { linkColumns, toUrlItem } from '../features/links/queries.ts';
import type { Note } from '../live/commit.ts';

/** A page that does not show the link is read once more after this time, in ms: caches need a moment. */
const secondLookMs = 5_000;

/** Reads the page of a link as a stranger and stores what is there. */
export async function checkLink(app: App, check: ClaimedCheck, signal: AbortSignal): Promise<void> {
  let proof: Proof;
  try {
    const page = await app.outside.readPage(check.url, signal);
    proof = judgePage(page, expectedLinks(check), new Date().toISOString());
  } catch (error) {
    await delayCheck(app.store, check.linkId, secondLookMs);
    throw error;
  }
  if (proof.state !== 'LIVE' && check.tries === 0) return delayCheck(app.store, check.linkId, secondLookMs);
  await storeProof(app, check, proof, (tx, note, linkId) => tellLink(app, tx, note, linkId));
}

/** The proof that follows a post at once; its check was queued, claimed by us, with the post. */
export async function proveLink(app: App, linkId: number, signal: AbortSignal): Promise<void> {
  const row = await app.store.db
    .selectFrom('url_items')
    .leftJoin('posts', 'posts.id', 'url_items.post_id')
    .where('url_items.id', '=', linkId)
    .select(['url_items.url', 'url_list_id as urlListId', 'links_on_page as linksOnPage', 'posts.content'])
    .executeTakeFirst();
  if (!row) return;
  const { content, ...link } = row;
  await checkLink(app, { ...link, linkId, counted: false, tries: 0, placed: content?.links ?? null }, signal);
}

async function tellLink(app: App, tx: Tx, note: Note, linkId: number): Promise<void> {
  const row = await tx.selectFrom('url_items').where('id', '=', linkId).select(linkColumns).executeTakeFirst();
  if (row) note(topics.linkSet(row.url_list_id), { action: 'urlItemEdited', urlItem: toUrlItem(app.secrets, row) });
}
