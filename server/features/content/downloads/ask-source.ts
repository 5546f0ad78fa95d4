import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArticleOrder, SourceArticle } from '#connectors/kit/contract/articles.ts';
import { asConnectorError, Fatal, Retryable } from '#connectors/kit/errors.ts';
import { downloadTexts } from '#domain/contract/article-downloads.ts';
import { type ArticleService, articleSources } from '#domain/contract/options/article-sources.ts';
import type { App } from '../../../app.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { maskSecrets } from '../../../outside/mask-secrets.ts';
import { type ReadySource, readySource } from '../../options/sources/sources.ts';

/** A list is waited for so long at most, in ms. */
export const listMs = 15_000;

/** Questions after an order that may fail, one after the other, before it is given up. */
const patience = 3;

/**
 * Orders articles of a source and waits until they are written, at the pace that it declares. What goes wrong is refused with
 * its reason, without the login that the source may repeat. Ends with the signal of its job.
 */
export async function askSource(ready: ReadySource, order: ArticleOrder): Promise<SourceArticle[]> {
  return told(ready, () => writtenArticles(ready, order));
}

/** What an order may name at a source; none where it has no such list. */
export async function listChoices(ready: ReadySource): Promise<{ value: string; label: string }[]> {
  return told(ready, async () => (await ready.source.list?.(ready.job)) ?? []);
}

async function told<T>({ source, job, secrets }: ReadySource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (job.tools.signal.aborted) throw new Refusal('OUTSIDE_REFUSED', downloadTexts.late(source.label));
    const known = asConnectorError(error);
    if (!known) throw error;
    throw new Refusal('OUTSIDE_REFUSED', maskSecrets(known.message, secrets).slice(0, 500));
  }
}

async function writtenArticles({ source, job }: ReadySource, order: ArticleOrder): Promise<SourceArticle[]> {
  const { pollMs, giveUpMs } = source.pace;
  const { signal } = job.tools;
  const giveUpAt = Date.now() + giveUpMs;
  let found = await source.find(job, order);
  let failures = 0;
  while (found.state === 'waiting') {
    if (!source.poll || Date.now() + pollMs > giveUpAt) throw new Fatal(downloadTexts.late(source.label));
    await pause(pollMs, undefined, { signal });
    try {
      found = await source.poll(job, found.token);
      failures = 0;
    } catch (error) {
      // What was ordered is paid for: a question that went wrong is asked again.
      failures += 1;
      if (!(error instanceof Retryable) || failures >= patience || signal.aborted) throw error;
    }
  }
  return found.articles;
}

/** A source with its login; refused where that is not in the options. */
export async function requireSource(app: App, service: ArticleService, signal: AbortSignal) {
  const ready = await readySource(app, service, signal);
  if (!ready) throw new Refusal('NOT_SET_UP', downloadTexts.setUp(articleSources[service].label));
  return ready;
}

/** Fires when the client is gone before its answer. */
export function goneSignal(reply: ServerResponse): AbortSignal {
  const gone = new AbortController();
  reply.once('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  return gone.signal;
}
