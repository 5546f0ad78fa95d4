import { asksOf, keyField } from '#connectors/kit/articles/declare.ts';
import { numberIn, readArticle, refusalOf, unreadable } from '#connectors/kit/articles/read-article.ts';
import type { ArticleSource, SourceArticle } from '#connectors/kit/contract/articles.ts';
import { type Checked, type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { isObject, readObject, textOf } from '#connectors/kit/read-answer.ts';

const label = 'Kontent Machine';

/** Layout in which articles are asked for. */
const template = 'gsa';

/** Articles of one campaign that are read at most. */
const mostArticles = 200;

/**
 * Kontent Machine gives the articles of a campaign that was made there. Only its call for articles is published: the names of
 * those that list campaigns and tell what is left are settings.
 */
export const kontentMachine: ArticleSource = {
  id: 'kontent-machine',
  label,
  address: 'http://api.kontentmachine.com',
  fields: [
    keyField('Shown in your account at Kontent Machine'),
    {
      name: 'listMethod',
      label: 'Method that lists campaigns',
      kind: 'text',
      required: false,
      help: 'Not published: ask the service for its name',
    },
    {
      name: 'balanceMethod',
      label: 'Method that tells the balance',
      kind: 'text',
      required: false,
      help: 'Not published: ask the service for its name',
    },
  ],
  asks: asksOf(label, 'https://www.kontentmachine.com'),
  maxWanted: mostArticles,
  pace: { pollMs: 5_000, giveUpMs: 120_000 },
  settings: [
    {
      name: 'campaignId',
      label: 'Campaign number',
      kind: 'text',
      required: false,
      help: 'As the service numbers it; empty for the first keyword',
    },
  ],
  async find(job, { keywords: [subject = ''], settings, wanted }) {
    const campaignid = textField(settings, 'campaignId') || subject;
    const said = await call(job, 'getcontent', { fields: { campaignid, template }, act: true });
    const texts = Array.isArray(said.result) ? said.result : [said.result];
    const articles = texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [text] : []));
    return { state: 'ready', articles: articles.slice(0, wanted).map((text) => articleOf(text, subject)) };
  },
  async list(job) {
    const method = textField(job.key, 'listMethod');
    if (method === '') throw new Fatal(`Enter the name of the method by which ${label} lists campaigns in Options`);
    const { result } = await call(job, method, { fields: {} });
    if (!Array.isArray(result) && !isObject(result)) throw unreadable(label, false);
    return campaignsOf(result).slice(0, 5_000);
  },
  async check(job): Promise<Checked> {
    const method = textField(job.key, 'balanceMethod') || textField(job.key, 'listMethod');
    if (method === '')
      return {
        detail: `${label} cannot be asked about its key until the name of a method for it is entered`,
        cannotTell: true,
      };
    const said = await call(job, method, { fields: { template } });
    const amount = isObject(said.result) ? numberIn(said.result, 'balance') : numberIn(said, 'result');
    if (amount === undefined) return { detail: `${label} takes the key` };
    return { detail: `${label} takes the key, ${amount} credits left`, balance: { amount, unit: 'credits' } };
  },
};

/** Some templates mark the title: `[WP-TITLE]...[/WP-TITLE]`. */
function articleOf(text: string, subject: string): SourceArticle {
  const marked = /^\s*\[WP-TITLE\]([^[\]]{1,500})\[\/WP-TITLE\]/.exec(text);
  if (!marked) return readArticle(text, subject);
  const [whole, title = ''] = marked;
  return { ...readArticle(text.slice(whole.length), subject), title: title.trim() };
}

/** A list of objects with id and name, or names by id. */
function campaignsOf(result: unknown): { value: string; label: string }[] {
  const pairs = Array.isArray(result)
    ? result.filter(isObject).map((one) => [one.id ?? one.campaignid, one.name ?? one.title])
    : Object.entries(result as object);
  return pairs.flatMap(([id, name]) =>
    id === undefined || id === '' ? [] : [{ value: String(id), label: String(name ?? id) }],
  );
}

interface Asked {
  fields: Record<string, string>;
  act?: boolean;
}

/** Sends a call; what it refuses is thrown. */
async function call(job: ServiceJob, method: string, { fields, act = false }: Asked): Promise<Record<string, unknown>> {
  const apikey = textField(job.key, 'apiKey');
  const form = { url: `${job.address}/`, fields: { apikey, method, ...fields } };
  const said = readObject((await postForm(job.tools, form, { act, secrets: [apikey] })).text);
  if (said?.status === 'success') return said;
  if (said?.status === 'error') throw refusalOf(label, textOf(said, 'message'));
  throw unreadable(label, act);
}
