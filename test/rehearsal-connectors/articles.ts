import type { ArticleSource } from '#connectors/kit/contract/articles.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { readObject, shortDetail, textOf } from '#connectors/kit/read-answer.ts';

/** The interface of Article Forge, against the rehearsal. */
export const articles: ArticleSource = {
  id: 'rehearsal-articles',
  label: 'Rehearsal articles',
  address: 'https://articles.invalid',
  fields: [{ name: 'apiKey', label: 'API key', kind: 'secret', required: true, help: 'Shown under Account, API' }],
  asks: [{ when: 'setup', text: 'Order the plan with the API.' }],
  maxWanted: 1,
  pace: { pollMs: 30_000, giveUpMs: 1_200_000 },
  settings: [],
  async find(job, order) {
    const [keyword = '', ...others] = order.keywords;
    const answer = await call(
      job,
      { to: 'initiate_article', fields: { keyword, sub_keywords: others.join(',') } },
      true,
    );
    const token = textOf(answer, 'ref_key');
    if (token === '') throw new Unconfirmed('The order was taken, but not under which number');
    return { state: 'waiting', token };
  },
  async poll(job, token) {
    const progress = Number((await call(job, { to: 'get_api_progress', fields: { ref_key: token } })).progress);
    if (progress !== 1 && progress !== 100) return { state: 'waiting', token };
    const text = textOf(await call(job, { to: 'get_api_article_result', fields: { ref_key: token } }), 'article');
    const [title = '', ...rest] = text.split('\n\n');
    const article = { remoteId: token, title, body: rest.join('\n\n'), markup: 'text' as const, credit: '' };
    return { state: 'ready', articles: text === '' ? [] : [article] };
  },
  async check(job) {
    const amount = Number((await call(job, { to: 'check_usage', fields: {} }))['Words remaining']);
    return { detail: `The key works, ${amount} words left`, balance: { amount, unit: 'words' } };
  },
};

async function call(job: ServiceJob, { to, fields }: { to: string; fields: Record<string, string> }, act = false) {
  const form = { key: textField(job.key, 'apiKey'), ...fields };
  const answer = readObject(
    (await postForm(job.tools, { url: `${job.address}/api/${to}`, fields: form }, { act })).text,
  );
  if (answer?.status === 'Success') return answer;
  const said = textOf(answer, 'error_message');
  if (/key/i.test(said) && !/ref_key/.test(said)) throw new NeedsOperator('The source refused the key', 'credentials');
  if (said !== '') throw new Fatal(`The source answered: ${shortDetail(said)}`);
  const strange = 'The source answered with something unreadable';
  throw act ? new Unconfirmed(strange) : new Retryable(strange);
}
