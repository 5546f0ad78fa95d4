import type { Proof } from '#domain/contract/links.ts';
import { judgePage } from '#domain/rules/proof.ts';
import type { App } from '../app.ts';
import { type ClaimedCheck, delayCheck, expectedLinks, storeProof } from '../engine/link-checks.ts';
import { noteLink } from '../features/links/items.ts';

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
  await storeProof(app, check, proof, (note, link) => noteLink(app, note, link));
}
