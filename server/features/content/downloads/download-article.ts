import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { ArticleOrder } from '#connectors/kit/contract/articles.ts';
import {
  type DownloadSource,
  type downloadArticle as downloadCall,
  downloadForms,
  downloadTexts,
  type PaidSource,
} from '#domain/contract/article-downloads.ts';
import { articleSources } from '#domain/contract/options/article-sources.ts';
import { limits } from '#domain/limits.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import type { App } from '../../../app.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { spinOwn } from '../../options/spinners/spin-own.ts';
import { buildArticle } from '../builder/build-article.ts';
import { readBanks } from '../builder/read-banks.ts';
import { askSource, goneSignal, listChoices, listMs, requireSource } from './ask-source.ts';

/** An article is waited for so long at most, in ms. */
const longestMs = 1_200_000;

type Order = z.output<(typeof downloadCall)['body']>;

/** Has a source write an article as the drawer asks for it; given up when whoever waits for the answer leaves. */
export async function downloadArticle(app: App, { articleSource, inputInfo }: Order, reply: ServerResponse) {
  if (articleSource === 'BuiltInArticleBuilder') return { article: await buildOwn(inputInfo, goneSignal(reply)) };
  const { label } = articleSources[articleSource];
  const order = readOrder(articleSource, inputInfo);
  const signal = AbortSignal.any([AbortSignal.timeout(longestMs), goneSignal(reply)]);
  const [article] = await askSource(await requireSource(app, articleSource, signal), order);
  if (!article) throw new Refusal('OUTSIDE_REFUSED', downloadTexts.none(label));
  const { title, body } = article;
  if (title.length > limits.articleTitle || body.length > limits.articleBody)
    throw new Refusal('OUTSIDE_REFUSED', downloadTexts.tooLong(label));
  return { article: { title, body } };
}

/** An article of the built-in builder, spun by the built-in spinner where that is asked for. */
async function buildOwn(inputInfo: string, signal: AbortSignal) {
  const { categoryId, wordCount, spinArticle } = readForm('BuiltInArticleBuilder', inputInfo);
  const bank = readBanks().get(categoryId);
  if (!bank) throw new Refusal('INVALID', downloadTexts.noCategory, { field: 'categoryId' });
  const random = seededRandom(randomUUID());
  const { title, body } = buildArticle(bank, wordCount, random);
  if (!spinArticle) return { title: spin(title, random), body };
  return { title, body: await spinOwn(body, { protectedWords: [], signal }) };
}

/** The categories of Article Builder, in its own order. */
export async function listCategories(app: App) {
  const choices = await listChoices(await requireSource(app, 'ArticleBuilder', AbortSignal.timeout(listMs)));
  return { categories: choices.map(({ value, label }) => ({ value, name: label })) };
}

type Form<S extends DownloadSource> = z.output<(typeof downloadForms)[S]>;

function readForm<S extends DownloadSource>(source: S, inputInfo: string): Form<S> {
  const { data, error } = downloadForms[source].safeParse(readTyped(source, inputInfo));
  const [issue] = error?.issues ?? [];
  if (!issue && data) return data as Form<S>;
  const field = issue?.path.join('.') || 'inputInfo';
  throw new Refusal('INVALID', issue?.message ?? downloadTexts.notRead, { field });
}

function readOrder(source: PaidSource, inputInfo: string): ArticleOrder {
  const data = readForm(source, inputInfo);
  if ('keywords' in data) return orderOf(wordsOf(data.keywords), {});
  if ('keyword' in data) return orderOf([data.keyword, ...wordsOf(data.subKeywords)], { length: data.length });
  return orderOf([data.categoryId], data);
}

const orderOf = (keywords: string[], settings: ArticleOrder['settings']): ArticleOrder => ({
  ...{ keywords, settings, wanted: 1, language: 'en' },
});

const wordsOf = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function readTyped(source: DownloadSource, inputInfo: string): unknown {
  try {
    const typed = parseBounded(inputInfo);
    if (typeof typed === 'object' && typed !== null) return typed;
  } catch {
    // Not JSON: bare keywords.
  }
  if (source === 'UltraSpinnableArticle') return { keywords: inputInfo };
  throw new Refusal('INVALID', downloadTexts.notRead, { field: 'inputInfo' });
}
