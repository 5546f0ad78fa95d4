import type { ConnectorAsk, ConnectorField } from '#domain/contract/connectors.ts';
import { type Checked, type ServiceJob, textField } from '../contract/connector.ts';
import type { Indexer, LinkBatch, TakenBatch } from '../contract/indexers.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '../errors.ts';
import { postForm } from '../post-form.ts';
import { shortDetail } from '../read-answer.ts';

/** The key that every paid service gives out. */
const keyField: ConnectorField = {
  name: 'apiKey',
  label: 'API key',
  kind: 'secret',
  required: true,
  help: 'Shown in your account at the service. Who holds it can spend your links.',
};

/** What a paid service declares of itself. */
interface PaidService extends Pick<Indexer, 'id' | 'label' | 'address'> {
  /** Page of the service where the key is found; missing: not known. */
  page?: string;
  /** What the operator should know before the first use. */
  setup?: string;
}

/** What all paid services have in common: a key, links that cost once more when they are sent once more, one call a second. */
export function paidIndexer({ id, label, address, page, setup }: PaidService) {
  const link = page === undefined ? {} : { link: { text: label, url: page } };
  const asks: ConnectorAsk[] = [
    { when: 'setup', text: setup ?? 'Copy the API key from your account at the service.', ...link },
    { when: 'credentials', text: 'Compare the API key with the one in your account at the service.', ...link },
    { when: 'balance', text: 'Buy more links at the service, or wait until its limit is over.', ...link },
  ];
  return { id, label, address, fields: [keyField], asks, isRepeatable: false, gapMs: 1_000 };
}

/** The key of a job. */
export const keyOf = ({ key }: ServiceJob): string => textField(key, keyField.name);

/** Links as one text. A separator inside of a link is written as its code, which means the same in an address. */
export function joined({ urls }: LinkBatch, separator: '|' | '\n' = '|'): string {
  return urls.map((url) => url.replaceAll('|', '%7C').replaceAll('\n', '%0A')).join(separator);
}

/** Sends a form that costs, once, and gives what is said to it; bad statuses raise. */
export async function order(job: ServiceJob, fields: Record<string, string>): Promise<string> {
  return (await postForm(job.tools, { url: job.address, fields }, { act: true })).text.trim();
}

/** A whole batch that was taken. */
export function taken(more: Partial<TakenBatch> = {}): TakenBatch {
  return { remoteId: null, refused: [], reportUrl: null, ...more };
}

const aboutBalance =
  /not enough|insufficient|exceed|\bno more (links|credits)|\bno (links|credits) (are )?left|limit|credit|balance|quota|funds/i;
const aboutKey = /\b(api|access)?[ _-]?key\b|unauthori[sz]ed|access denied|\bappid\b/i;

/** What a text that is no success means. A page instead of one says nothing of what became of the links. */
export function refusalOf(who: string, said: string): Error {
  const text = shortDetail(said);
  if (text === '' || said.trimStart().startsWith('<'))
    return new Unconfirmed(`${who} answered with something unreadable: the links may have been taken`);
  const message = `${who} answered: ${text}`;
  // Words of a link that is repeated are none of the service's.
  const words = text.replace(/https?:\/\/\S+/gi, ' ');
  if (aboutBalance.test(words)) return new NeedsOperator(message, 'balance');
  if (aboutKey.test(words)) return new NeedsOperator(message, 'credentials');
  return new Fatal(message);
}

/** A check where no call is known that asks for nothing else: no number is made up, and nothing is sent. */
export const cannotAsk = async (): Promise<Checked> => ({
  detail: 'This service cannot be asked whether its key works; that is seen when links are sent',
  cannotTell: true,
});

/**
 * Reads what is left on a key from an answer to a question: the first whole number of a text. A page, or a text without a
 * number, tells nothing.
 */
export function balanceOf(who: string, said: string): Checked {
  const error = said.trimStart().startsWith('<') ? undefined : refusalOf(who, said);
  if (error && (/error/i.test(said) || error instanceof NeedsOperator)) throw error;
  const [digits] = error ? (/-?\d{1,12}/.exec(shortDetail(said)) ?? []) : [];
  if (digits === undefined) throw new Fatal(`${who} did not answer with a number: is this its address?`);
  const amount = Math.max(0, Number(digits));
  return { detail: `The key works, ${amount} links are left on it`, balance: { amount, unit: 'credits' } };
}
