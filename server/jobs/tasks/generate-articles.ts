import type { ArticleOrder, SourceArticle } from '#connectors/kit/contract/articles.ts';
import { asConnectorError, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { downloadTexts } from '#domain/contract/article-downloads.ts';
import { articleLanguages } from '#domain/contract/generator.ts';
import { topics } from '#domain/contract/live.ts';
import { articleSources } from '#domain/contract/options/article-sources.ts';
import type { PayloadOf } from '#domain/contract/tasks.ts';
import { limits } from '#domain/limits.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { spin } from '#domain/rules/spintax.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../../app.ts';
import { TaskPostponed, TaskRefused, type TaskWork } from '../../engine/tasks/task-work.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { JobRow } from '../../features/content/generator/job-rows.ts';
import { readOptions } from '../../features/options/options.ts';
import { type ReadySource, readySource } from '../../features/options/sources/sources.ts';
import { spinBy } from '../../features/options/spinners/spinners.ts';
import { maskSecrets } from '../../outside/mask-secrets.ts';
import { failJob, latestTitles, putOff, storeArticle, takeUp, wordsOfGroup } from './generated-articles.ts';

/** One order in work. */
interface Work {
  app: App;
  task: TaskWork<PayloadOf<'generateArticles'>>;
  /** Aborts with the task, and when the group is deleted. */
  signal: AbortSignal;
}

/** What is shorter is waited for in the process, what is longer in the store, in ms. */
const shortWaitMs = 1_500;
/** A service may name the time of the next try so often for one article. */
const mostNamedWaits = 20;
/** A try of the task gives itself back after so long, well within its bound, in ms. */
const longestTryMs = 6 * 3_600_000;
/** A full room of the built-in spinner is asked again so often, after so many ms. */
const spinTries = 20;
const spinPauseMs = 3_000;
/** Titles that the service is told, so that it writes no article twice; letters of each. */
const mostBesides = 20;
const longestBeside = 200;

/**
 * Writes the articles of an order, one after the other, each stored in one transaction with its count: begun again it goes on
 * behind the last one that is stored. Waits are waits of the store. What needs the operator ends the order with its reason.
 */
export async function generateArticles(app: App, task: TaskWork<PayloadOf<'generateArticles'>>): Promise<void> {
  const { contentGroupId } = task.payload;
  const gone = new AbortController();
  const stopHearing = app.live.subscribe(topics.contentGroups, ({ body }) => {
    if (body.action === 'contentGroupsDeleted' && body.ids.includes(contentGroupId)) gone.abort();
  });
  const work = { app, task, signal: AbortSignal.any([task.signal, gone.signal]) };
  const endBy = Date.now() + longestTryMs;
  try {
    let row = await takeUp(app, contentGroupId, task.id);
    while (row?.state === 'RUNNING') {
      work.signal.throwIfAborted();
      task.progress(row.progress, row.number_of_articles);
      row = await next(work, row);
      if (row) task.progress(row.progress, row.number_of_articles);
      if (Date.now() > endBy) throw new TaskPostponed(0);
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    // Nobody waits for it any more: it is not done, it is called off.
    const shown = await app.tasks.find(task.id);
    if (shown) await app.tasks.cancel(shown);
  } finally {
    stopHearing();
  }
}

/** Writes and stores one article, or waits for the next try of it; the order as it is then, undefined where it is gone. */
async function next(work: Work, row: JobRow): Promise<JobRow | undefined> {
  const { app, task, signal } = work;
  // Each order has a memory of its own: what is written of an article is not taken into that of another group.
  const ready = await readySource(app, 'OpenAI', signal, `articles ${task.id}`);
  if (!ready) return fail(work, row, downloadTexts.setUp(articleSources.OpenAI.label));
  let article: SourceArticle | undefined;
  try {
    const found = await ready.source.find(ready.job, await orderOf(app, row));
    article = found.state === 'ready' ? found.articles[0] : undefined;
  } catch (error) {
    signal.throwIfAborted();
    return failed(work, ready, { row, error });
  }
  const { label } = ready.source;
  if (!article) return fail(work, row, downloadTexts.none(label));
  const { title, body } = { title: storableText(article.title), body: storableText(article.body) };
  if (title.length > limits.articleTitle || body.length > limits.articleBody)
    return fail(work, row, downloadTexts.tooLong(label));
  if (!row.is_spun) return storeArticle(app, row, { title, body });
  const spun = await spinArticle(work, { title, body });
  if (!('lack' in spun)) return storeArticle(app, row, spun);
  // It is paid for: it stays as it was written.
  const reason = `The last article was stored without spinning: ${spun.lack}`;
  const stored = await storeArticle(app, row, { title, body }, reason);
  if (stored?.state !== 'FAILED') return stored;
  task.progress(stored.progress, stored.number_of_articles);
  throw new TaskRefused(reason);
}

async function orderOf(app: App, row: JobRow): Promise<ArticleOrder> {
  const titles = await latestTitles(app, row.content_group_id, mostBesides);
  return {
    keywords: [row.topic, ...splitCommaText(row.keywords)],
    wanted: 1,
    language: articleLanguages[row.language] ?? 'en',
    besides: titles.map((title) => spin(title, () => 0).slice(0, longestBeside)),
    settings: { nSections: row.n_sections, spin: false },
  };
}

/** What went wrong at the service: tried again within the tries of the options, or the end of the order. */
async function failed(
  work: Work,
  { source, secrets }: ReadySource,
  { row, error }: { row: JobRow; error: unknown },
): Promise<JobRow | undefined> {
  const known = asConnectorError(error);
  if (!known) throw error;
  const reason = maskSecrets(known.message, secrets).slice(0, 500);
  const { maxNumberOfRetries, timeToWaitBeforeRetry } = await work.app.options.read();
  const afterMs = known instanceof Retryable ? known.afterMs : undefined;
  const isNamed = afterMs !== undefined;
  const isLast = isNamed ? row.named_waits >= mostNamedWaits : row.tries >= maxNumberOfRetries;
  // A lost answer cost one section; no article comes of it twice, since only whole ones are stored, by their number.
  const mayRepeat = known instanceof Retryable || known instanceof Unconfirmed;
  if (!mayRepeat || isLast) {
    const advice =
      known instanceof NeedsOperator ? source.asks.find(({ when }) => when === known.ask)?.text : undefined;
    return fail(work, row, advice ? `${sentence(reason)} ${advice}` : sentence(reason));
  }
  const waitMs = Math.max(afterMs ?? 0, timeToWaitBeforeRetry * 1_000);
  const put = await putOff(work.app, row, { reason, waitMs, isNamed });
  if (put?.state !== 'RUNNING') return put;
  work.task.progress(put.progress, put.number_of_articles, reason);
  if (waitMs > shortWaitMs) throw new TaskPostponed(waitMs);
  await work.task.rest(waitMs);
  return put;
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

async function fail({ app }: Work, row: JobRow, reason: string): Promise<never> {
  await failJob(app, row, reason);
  throw new TaskRefused(reason);
}

/** Title and body spun by the chosen service, with the words of the group left as they are; or why they are not. */
async function spinArticle(
  { app, task, signal }: Work,
  { title, body }: { title: string; body: string },
): Promise<{ title: string; body: string } | { lack: string }> {
  const protectedWords = splitCommaText(await wordsOfGroup(app, task.payload.contentGroupId));
  const { options } = await readOptions(app.store.db, app.secrets);
  for (let tries = 1; ; tries += 1) {
    try {
      const spun = await spinBy(app, options.spinnerService, { title, text: body, protectedWords, signal });
      return { title: spun.title, body: spun.text };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'TOO_MANY_TRIES' || tries >= spinTries) return { lack: sentence(error.message) };
      await task.rest(spinPauseMs);
    }
  }
}
