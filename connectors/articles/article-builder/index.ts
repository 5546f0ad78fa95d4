import { asksOf, loginFields } from '#connectors/kit/articles/declare.ts';
import { numberIn, readArticle, refusalOf, unreadable } from '#connectors/kit/articles/read-article.ts';
import type { ArticleSource } from '#connectors/kit/contract/articles.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { isObject, readObject, textOf } from '#connectors/kit/read-answer.ts';

const label = 'Article Builder';

/** It answers with the finished article: time it is given, in ms. */
const buildMs = 120_000;

/** ArticleBuilder.net builds an article of a category from its snippets, at once. */
export const articleBuilder: ArticleSource = {
  id: 'article-builder',
  label,
  address: 'http://articlebuilder.net',
  fields: [
    ...loginFields,
    {
      name: 'articleCount',
      label: 'Articles spun together',
      kind: 'number',
      required: false,
      initial: 1,
      range: { min: 1, max: 1_000 },
      help: 'Each costs one of the queries of the day',
    },
  ],
  asks: asksOf(label, 'https://articlebuilder.net'),
  maxWanted: 1,
  pace: { pollMs: 5_000, giveUpMs: buildMs },
  settings: [
    {
      name: 'categoryId',
      label: 'Category name',
      kind: 'text',
      required: false,
      help: 'As the service names it; empty for the first keyword',
    },
    {
      name: 'wordCount',
      label: 'Word count',
      kind: 'number',
      required: true,
      initial: 500,
      range: { min: 300, max: 1_000 },
      help: 'About so many words are built',
    },
    {
      name: 'spinArticle',
      label: 'Spin article',
      kind: 'switch',
      required: false,
      initial: false,
      help: 'On: it comes with spin syntax',
    },
  ],
  async find(job, { keywords: [subject = ''], settings }) {
    const session = await enter(job);
    const category = textField(settings, 'categoryId') || subject;
    const count = Number(job.key.articleCount ?? 1);
    const fields = {
      ...{ session, category, wordcount: textField(settings, 'wordCount') || '500' },
      spin: settings.spinArticle === true ? '1' : '0',
      ...(count > 1 ? { spintogether: '1', count: String(count) } : {}),
    };
    const text = textOf(await call(job, 'buildArticle', { fields, act: true }), 'output');
    return { state: 'ready', articles: text.trim() === '' ? [] : [readArticle(text, category)] };
  },
  async list(job) {
    const { output } = await call(job, 'categories', { fields: { session: await enter(job) } });
    if (!Array.isArray(output)) throw unreadable(label, false);
    const names = output.filter((name) => typeof name === 'string' && name !== '') as string[];
    return names.slice(0, 5_000).map((name) => ({ value: name, label: name }));
  },
  async check(job) {
    const said = await call(job, 'apiQueries', { fields: { session: await enter(job) } });
    // Some versions wrap the numbers.
    const numbers = isObject(said.output) ? said.output : said;
    const [used, most] = [numberIn(numbers, 'apiQueries'), numberIn(numbers, 'maxApiQueries')];
    if (used === undefined || most === undefined) return { detail: `${label} takes the login` };
    const amount = Math.max(0, most - used);
    return {
      detail: `${label} takes the login, ${amount} queries left today`,
      balance: { amount, unit: 'requests' },
    };
  },
};

/** Begins a session; every other call names it. */
async function enter(job: ServiceJob): Promise<string> {
  const [username, password] = [textField(job.key, 'username'), textField(job.key, 'password')];
  const session = textOf(await call(job, 'authenticate', { fields: { username, password } }), 'session');
  if (session === '') throw unreadable(label, false);
  return session;
}

interface Asked {
  fields: Record<string, string>;
  act?: boolean;
}

/** Sends a call; what it refuses is thrown. Its yes and no are texts. */
async function call(job: ServiceJob, action: string, { fields, act = false }: Asked): Promise<Record<string, unknown>> {
  const form = { url: `${job.address}/api.php`, fields: { action, format: 'json', ...fields } };
  const secrets = [textField(job.key, 'password'), ...(fields.session ? [fields.session] : [])];
  const answer = await postForm(job.tools, form, { act, secrets, ...(act ? { timeoutMs: buildMs } : {}) });
  const said = readObject(answer.text);
  if (said && String(said.success) === 'true') return said;
  if (!said || String(said.success) !== 'false') throw unreadable(label, act);
  throw refusalOf(label, textOf(said, 'error') || textOf(said, 'output'));
}
