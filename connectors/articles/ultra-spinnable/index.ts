import { loginFields } from '#connectors/kit/articles/declare.ts';
import { numberIn, readArticle, refusalOf, unreadable } from '#connectors/kit/articles/read-article.ts';
import type { ArticleSource } from '#connectors/kit/contract/articles.ts';
import { type Checked, type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { isObject, readObject, textOf } from '#connectors/kit/read-answer.ts';
import type { ConnectorField } from '#domain/contract/connectors.ts';

const label = 'Ultra Spinnable Article';

/** It answers with the finished article: time it is given, in ms. */
const orderMs = 120_000;

const choice = (name: string, text: string, help: string): ConnectorField => ({
  name,
  label: text,
  kind: 'switch',
  required: false,
  initial: false,
  help,
});
const place = (name: string, text: string, help: string): ConnectorField => ({
  name,
  label: text,
  kind: 'text',
  required: false,
  help,
});

/**
 * A service without a published interface: a form at the address that the operator names, with login, keywords and choices, and
 * an answer in JSON, in which the operator names the place of the article. Without an address it is off.
 */
export const ultraSpinnable: ArticleSource = {
  id: 'ultra-spinnable',
  label,
  address: '',
  fields: [
    ...loginFields,
    { name: 'apiKey', label: 'API key', kind: 'secret', required: false, help: 'Where the service gives one' },
    choice('premium', 'Premium articles', 'Sent as premium, 1 or 0'),
    choice('minis', 'Mini articles', 'Sent as minis, 1 or 0'),
    choice('nichePacks', 'Niche packs', 'Sent as nichePacks, 1 or 0'),
    choice('spendCredits', 'Spend credits', 'Sent as spendCredits, 1 or 0'),
    place('balanceAddress', 'Address for the balance', 'At the same host'),
    place('articlePath', 'Place of the article', 'Names with dots: data.article'),
    place('balancePath', 'Place of the balance', 'Names with dots: data.balance'),
  ],
  asks: [
    { when: 'setup', text: 'Enter the address of the form of your service, and where its answer holds the article.' },
  ],
  maxWanted: 1,
  pace: { pollMs: 5_000, giveUpMs: orderMs },
  settings: [],
  async find(job, { keywords }) {
    const said = await call(job, job.address, { fields: { keywords: keywords.join(', ') }, act: true });
    const text = valueAt(said, textField(job.key, 'articlePath') || 'article');
    if (typeof text !== 'string') throw unreadable(label, true);
    return { state: 'ready', articles: text.trim() === '' ? [] : [readArticle(text, keywords[0] ?? label)] };
  },
  async check(job): Promise<Checked> {
    const address = textField(job.key, 'balanceAddress');
    if (address === '')
      return {
        detail: `${label} cannot be asked about its login until the address for its balance is entered`,
        cannotTell: true,
      };
    const said = await call(job, address, { fields: {} });
    const path = textField(job.key, 'balancePath') || 'balance';
    const amount = numberIn({ amount: valueAt(said, path) }, 'amount');
    if (amount === undefined) throw new Fatal(`The answer of ${label} holds no number at ${path}`);
    return { detail: `${label} takes the login, ${amount} credits left`, balance: { amount, unit: 'credits' } };
  },
};

/** The value at a place of an answer, named with dots; undefined where there is none. */
function valueAt(said: Record<string, unknown>, path: string): unknown {
  let at: unknown = said;
  for (const name of path.split('.')) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

interface Asked {
  fields: Record<string, string>;
  act?: boolean;
}

/** Sends a form; what it refuses is thrown. */
async function call(job: ServiceJob, url: string, { fields, act = false }: Asked): Promise<Record<string, unknown>> {
  const login = { username: textField(job.key, 'username'), password: textField(job.key, 'password') };
  const apiKey = textField(job.key, 'apiKey');
  const choices = ['premium', 'minis', 'nichePacks', 'spendCredits'].map((name) => [name, job.key[name] ? '1' : '0']);
  const form = { url, fields: { ...login, ...(apiKey ? { apiKey } : {}), ...Object.fromEntries(choices), ...fields } };
  const secrets = [login.password, apiKey].filter((one) => one !== '');
  const answer = await postForm(job.tools, form, { act, secrets, ...(act ? { timeoutMs: orderMs } : {}) });
  const said = readObject(answer.text);
  if (!said) throw unreadable(label, act);
  const reason = textOf(said, 'error') || textOf(isObject(said.error) ? said.error : undefined, 'message');
  if (reason !== '') throw refusalOf(label, reason);
  return said;
}
