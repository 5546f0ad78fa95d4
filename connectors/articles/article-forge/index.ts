import { asksOf, keyField } from '#connectors/kit/articles/declare.ts';
import { numberIn, readArticle, refusalOf, unreadable } from '#connectors/kit/articles/read-article.ts';
import type { ArticleSource } from '#connectors/kit/contract/articles.ts';
import { type Checked, type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { readObject, textOf } from '#connectors/kit/read-answer.ts';

const label = 'Article Forge';

/** Article Forge writes on order: it gives a number, and the article some minutes later. */
export const articleForge: ArticleSource = {
  id: 'article-forge',
  label,
  address: 'https://af.articleforge.com/api',
  fields: [keyField('Shown at Article Forge under API')],
  asks: asksOf(label, 'https://www.articleforge.com'),
  maxWanted: 1,
  pace: { pollMs: 15_000, giveUpMs: 1_200_000 },
  settings: [
    {
      name: 'length',
      label: 'Article length',
      kind: 'select',
      required: true,
      initial: 'medium',
      help: 'About 50, 200, 500 or 750 words',
      choices: [
        { value: 'very_short', label: 'Very short' },
        { value: 'short', label: 'Short' },
        { value: 'medium', label: 'Medium' },
        { value: 'long', label: 'Long' },
      ],
    },
  ],
  async find(job, { keywords: [keyword = '', ...others], settings }) {
    const length = textField(settings, 'length') || 'medium';
    const fields = { keyword, sub_keywords: others.join(','), length, title: '1' };
    const token = textOf(await call(job, { to: 'initiate_article', fields }, true), 'ref_key');
    if (token === '') throw new Unconfirmed(`${label} did not say under which number it took the order`);
    // The subject is the title of an article that comes without one.
    return { state: 'waiting', token: JSON.stringify([token, keyword]) };
  },
  async poll(job, token) {
    const [ref_key, keyword] = readToken(token);
    const stand = await call(job, { to: 'get_api_progress', fields: { ref_key } });
    const progress = numberIn(stand, 'progress');
    const isReady = progress === 1 || progress === 100 || numberIn(stand, 'api_status') === 201;
    if (!isReady) return { state: 'waiting', token };
    const text = textOf(await call(job, { to: 'get_api_article_result', fields: { ref_key } }), 'article');
    return { state: 'ready', articles: text.trim() === '' ? [] : [readArticle(text, keyword, ref_key)] };
  },
  async check(job): Promise<Checked> {
    const usage = await call(job, { to: 'check_usage', fields: {} });
    const words = numberIn(usage, 'Words remaining');
    const amount = words ?? numberIn(usage, 'API Requests');
    if (amount === undefined) return { detail: `${label} takes the key` };
    const unit = words === undefined ? 'requests' : 'words';
    return { detail: `${label} takes the key, ${amount} ${unit} left`, balance: { amount, unit } };
  },
};

function readToken(token: string): [key: string, keyword: string] {
  if (!token.startsWith('[')) return [token, ''];
  const [key, keyword] = JSON.parse(token) as unknown[];
  return [String(key), String(keyword)];
}

interface Asked {
  to: string;
  fields: Record<string, string>;
}

/** Sends a call; what it refuses is thrown. */
async function call(job: ServiceJob, { to, fields }: Asked, act = false): Promise<Record<string, unknown>> {
  const key = textField(job.key, 'apiKey');
  const form = { url: `${job.address}/${to}`, fields: { key, ...fields } };
  const said = readObject((await postForm(job.tools, form, { act, secrets: [key] })).text);
  if (said?.status === 'Success') return said;
  const reason = textOf(said, 'error_message') || textOf(said, 'error') || textOf(said, 'message');
  if (reason !== '') throw refusalOf(label, reason);
  const strange = unreadable(label, act);
  throw act || to === 'check_usage' ? strange : new Retryable(strange.message);
}
