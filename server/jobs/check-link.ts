import type { SiteKey } from '#domain/contract/sites.ts';
import { judgePage } from '#domain/rules/proof.ts';
import { storable } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import { untilStored } from '../db/store-away.ts';
import { type ClaimedCheck, expectedLinks, moveOn, putBack, takeInHand } from '../engine/checks/link-checks.ts';
import type { TellLink } from '../engine/checks/proved-rows.ts';
import { storeProof } from '../engine/checks/store-proof.ts';
import { plannedFor, settleHeld, storePlanned, storeTrouble } from '../engine/checks/store-trouble.ts';
import { noteLink } from '../features/links/items.ts';
import { dofollowReadings } from '../features/sites/read-dofollow.ts';
import { cleanAfterProof } from './clean-post.ts';

/** A page that does not show the link is read once more after this time, in ms: caches need a moment. */
const secondLookMs = 5_000;
/** A proof that could not be stored is made again after this time, in ms. */
const unstoredMs = 30_000;

/** A check, and of the post that it follows whether it is to be cleaned then, and when the site shows it; missing: nobody knows. */
export type CheckOfPost = ClaimedCheck & { cleans?: boolean; site?: SiteKey; plannedFor?: string };

/** Reads the page of a link as a stranger and stores what is there. */
export async function checkLink(app: App, check: CheckOfPost, signal: AbortSignal): Promise<void> {
  const letGo = takeInHand(app.store, check);
  try {
    await readAndStore(app, check, signal);
  } catch (error) {
    // Called off, or the store failed: the reading tells nothing. When this fails too, freeChecks does it later.
    const afterMs = signal.aborted ? 0 : unstoredMs;
    await untilStored(signal, () => putBack(app, check, { afterMs, looked: false })).catch(() => {});
    throw error;
  } finally {
    letGo();
  }
}

async function readAndStore(app: App, check: CheckOfPost, signal: AbortSignal): Promise<void> {
  const tell: TellLink = (note, link) => noteLink(app, note, link);
  // What was read is not lost because the store is away for a moment.
  const stored = (work: () => Promise<void>) => untilStored(signal, work);
  const later = (at: string) => stored(() => storePlanned(app, check, at, tell));
  if (check.plannedFor !== undefined) return later(check.plannedFor);
  // The reading that follows a post goes all the way in the post's slot; others go on at the pace of the next host.
  const route = { hops: check.hops ?? 0, staysOnHost: check.host !== undefined };
  const page = storable(await app.outside.readPage(check.atUrl ?? check.url, signal, route));
  const { movedTo } = page;
  if (movedTo) return stored(() => moveOn(app, check, movedTo));
  const word = judgePage(page, expectedLinks(check), { url: check.url, before: check.before ?? [] });
  // A page that is not there before its time is not missing.
  const planned = word.state === 'LIVE' ? undefined : await plannedFor(app, check.linkId);
  if (planned !== undefined) return later(planned);
  if (word.state === 'UNREADABLE') {
    const host = URL.canParse(page.finalUrl) ? new URL(page.finalUrl).host : (check.host ?? '');
    return stored(() => storeTrouble(app, check, { trouble: word, host }, tell));
  }
  const isGone = word.httpStatus === 404 || word.httpStatus === 410;
  // The page of a post that was just made may need a moment to appear.
  const isSure = word.state === 'LIVE' || check.tries > 0 || (isGone && (check.counted || check.before));
  if (!isSure) return stored(() => putBack(app, check, { afterMs: secondLookMs, looked: true }));
  await stored(() => storeProof(app, check, word, tell));
  const { placed } = check;
  if (placed) dofollowReadings(app).note({ linkId: check.linkId, placed, links: word.links }, check.site);
  if (word.state === 'LIVE') await cleanAfterProof(app, check, signal);
}

/** Counts links of running checks as done whose host has to be left alone; answers how many. */
export function settleHeldChecks(app: App): Promise<number> {
  return settleHeld(app, (note, link) => noteLink(app, note, link));
}
