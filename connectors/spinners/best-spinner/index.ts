import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Spinner } from '#connectors/kit/contract/spinners.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { asksOfSpinner, choiceOf, spinnerFields } from '#connectors/kit/spinning/declare-spinner.ts';
import { keptText, toldWords } from '#connectors/kit/spinning/spinner-troubles.ts';
import { ask, label, type Said, withSession } from './sessions.ts';

/** The Best Spinner by its interface (api.php): a session for a login, then a form for each text. */
export const bestSpinner: Spinner = {
  id: 'best-spinner',
  label,
  address: 'https://thebestspinner.com',
  fields: [spinnerFields.username, spinnerFields.password],
  asks: asksOfSpinner(label, 'https://thebestspinner.com/'),
  gives: ['spintax'],
  languages: ['en'],
  // It takes some 5,000 words at once.
  maxLength: 25_000,
  gapMs: 0,
  settings: [
    choiceOf({ name: 'quality', label: 'Quality', help: 'Which synonyms it takes' }, ['Best', 'Better', 'Good'], 3),
    {
      ...{ name: 'maxSyns', label: 'Max synonyms', help: 'At most so many of a word', kind: 'number', required: true },
      ...{ range: { min: 1, max: 8 }, initial: 4 },
    },
  ],
  async spin(job, order) {
    const fields = {
      action: 'replaceEveryonesFavorites',
      text: order.text,
      maxsyns: textField(order.settings, 'maxSyns'),
      quality: textField(order.settings, 'quality'),
      protectedterms: toldWords(order).join(','),
    };
    const { output } = await withSession(job, (at) => ask(job, { ...fields, ...at }, true));
    const plain = order.text.includes('\\') ? output : output.replace(/\\(['"\\])/g, '$1');
    return { text: keptText(label, order, plain), as: 'spintax' };
  },
  async check(job) {
    const { output } = await withSession(job, (at) => quota(job, at));
    const amount = Number(output);
    if (output.trim() === '' || !Number.isFinite(amount)) return { detail: `${label} takes the login` };
    const detail = `${label} takes the login, ${amount} texts are left today`;
    return { detail, balance: { amount: Math.max(0, amount), unit: 'requests' } };
  },
};

/** What is left; a service that says there is nothing left takes the login all the same. */
async function quota(job: ServiceJob, at: Record<string, string>): Promise<Said> {
  try {
    return await ask(job, { action: 'apiQuota', ...at }, false);
  } catch (error) {
    if (error instanceof NeedsOperator && error.ask === 'balance') return { output: '0' };
    throw error;
  }
}
