import { sql } from 'kysely';
import type { FoundMedia } from '#connectors/kit/contract/media.ts';
import { asConnectorError } from '#connectors/kit/errors.ts';
import type { MediaKind } from '#domain/contract/media-search.ts';
import { storable } from '#domain/rules/storable-text.ts';
import type { App } from '../../app.ts';
import { maskSecrets } from '../../outside/mask-secrets.ts';
import type { MediaParts, ReadyMedia } from '../options/media/ready-media.ts';

/** So many of a kind are known of some words: posts draw theirs from them. */
const mostKnown = 30;
/** A source that does not answer is given up, in ms: the post goes without (D-ENG-09). */
const longestMs = 15_000;
/** A source in trouble is not asked again for so long, in ms, unless it names a longer time. */
const restMs = 60_000;
/** Longest texts that are kept, in letters. */
const longest = { url: 2_000, text: 400 };

/** What a source knows of some words, or why it cannot be asked. */
export type Findings = { found: FoundMedia[] } | { trouble: string };

interface Memory {
  /** Questions on their way: posts that want the same wait for one. */
  running: Map<string, Promise<Findings>>;
  /** Sources in trouble. */
  resting: Map<string, { until: number; trouble: string }>;
}
const memories = new WeakMap<App['outside'], Memory>();

function memoryOf({ outside }: MediaParts): Memory {
  const memory = memories.get(outside) ?? { running: new Map(), resting: new Map() };
  memories.set(outside, memory);
  return memory;
}

/** What a source finds for words: as it is kept, else asked for, once for all posts of this process. Never throws for its troubles. */
export async function findingsOf(
  app: MediaParts,
  ready: ReadyMedia,
  { kind, words }: { kind: MediaKind; words: string },
): Promise<Findings> {
  const { running } = memoryOf(app);
  const of = { kind, words: words.toLowerCase().slice(0, 200) };
  const key = `${ready.service}\n${kind}\n${of.words}`;
  const other = running.get(key);
  if (other) return other;
  const work = keptOrAsked(app, ready, of).finally(() => running.delete(key));
  running.set(key, work);
  return work;
}

interface Of {
  kind: MediaKind;
  words: string;
}

async function keptOrAsked(app: MediaParts, ready: ReadyMedia, of: Of): Promise<Findings> {
  const { service, source, secrets } = ready;
  const kept = await app.store.db
    .selectFrom('media_findings')
    .where('service', '=', service)
    .where('kind', '=', of.kind)
    .where('words', '=', of.words)
    .where('found_at', '>', new Date(Date.now() - source.keepMs))
    .select('found')
    .executeTakeFirst();
  if (kept) return { found: kept.found };
  const { resting } = memoryOf(app);
  // Another key may work where this one does not.
  const name = `${service}\n${secrets.join('\n')}`;
  const rest = resting.get(name);
  if (rest && rest.until > performance.now()) return { trouble: rest.trouble };
  try {
    const found = await ask(ready, of);
    await keep(app, ready, { ...of, found });
    return { found };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    const afterMs = Math.max(restMs, 'afterMs' in known ? (known.afterMs ?? 0) : 0);
    const trouble = maskSecrets(known.message, secrets).slice(0, 300);
    resting.set(name, { until: performance.now() + afterMs, trouble });
    return { trouble };
  }
}

/** One post waits for no other's end: the question has a time of its own. */
async function ask({ source, jobFor }: ReadyMedia, { kind, words }: Of): Promise<FoundMedia[]> {
  const job = jobFor(AbortSignal.timeout(longestMs));
  const wanted = Math.min(source.maxWanted, mostKnown);
  const { found } = await source.find(job, { kind, words, wanted, after: null });
  const fits = (one: FoundMedia) => [one.url, one.pageUrl].every((url) => url.length <= longest.url);
  return found
    .filter(fits)
    .map((one) => ({ ...one, alt: one.alt.slice(0, longest.text), credit: one.credit.slice(0, longest.text) }));
}

/** Kept for all processes; what is too old for every source goes. */
async function keep(
  app: MediaParts,
  { service, source }: ReadyMedia,
  { kind, words, found }: Of & { found: FoundMedia[] },
): Promise<void> {
  if (source.keepMs === 0) return;
  const value = JSON.stringify(storable(found));
  await sql`insert into media_findings (service, kind, words, found) values (${service}, ${kind}, ${words}, ${value}::jsonb)
    on conflict (service, kind, words) do update set found = excluded.found, found_at = now()`.execute(app.store.db);
  await sql`delete from media_findings where found_at < now() - interval '2 days'`.execute(app.store.db);
}
