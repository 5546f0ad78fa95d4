import { type Balance, type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Spinner } from '#connectors/kit/contract/spinners.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { readObject, shortDetail, textOf } from '#connectors/kit/read-answer.ts';

/** The interface of Spin Rewriter, against the rehearsal. */
export const spinner: Spinner = {
  id: 'rehearsal-spinner',
  label: 'Rehearsal spinner',
  address: 'https://spinner.invalid',
  fields: [
    { name: 'email', label: 'Email', kind: 'text', required: true, help: 'Address of the account' },
    { name: 'apiKey', label: 'API key', kind: 'secret', required: true, help: 'Shown on the page of the API' },
  ],
  asks: [{ when: 'balance', text: 'Wait until tomorrow, or buy more texts a day.' }],
  gives: ['spintax', 'variant'],
  languages: ['en'],
  maxLength: 25_000,
  gapMs: 7_000,
  settings: [
    {
      name: 'confidence',
      label: 'Confidence',
      kind: 'select',
      required: true,
      help: 'How sure it must be of a synonym',
      choices: ['low', 'medium', 'high'].map((value) => ({ value, label: value })),
      initial: 'medium',
    },
  ],
  async spin(job, order) {
    const fields = {
      action: order.as === 'spintax' ? 'text_with_spintax' : 'unique_variation',
      text: order.text,
      protected_terms: order.protectedWords.join('\n'),
      confidence_level: textField(order.settings, 'confidence') || 'medium',
    };
    const { text, balance } = await call(job, fields, true);
    const missing = order.protectedWords.find((word) => order.text.includes(word) && !text.includes(word));
    if (missing !== undefined) throw new Fatal(`The spinner changed the protected words "${shortDetail(missing)}"`);
    return { text, as: order.as, balance };
  },
  async check(job) {
    const { balance } = await call(job, { action: 'api_quota' }, false);
    return { detail: `The key works, ${balance.amount} texts left today`, balance };
  },
};

async function call(job: ServiceJob, fields: Record<string, string>, act: boolean) {
  const login = { email_address: textField(job.key, 'email'), api_key: textField(job.key, 'apiKey') };
  const url = `${job.address}/action/api`;
  const answer = readObject((await postForm(job.tools, { url, fields: { ...login, ...fields } }, { act })).text);
  const said = textOf(answer, 'response');
  const balance: Balance = { amount: Number(answer?.api_requests_available ?? 0), unit: 'requests' };
  if (answer?.status === 'OK') return { text: said, balance };
  if (/authentication/i.test(said)) throw new NeedsOperator('The spinner refused the key', 'credentials');
  if (/quota/i.test(said)) throw new NeedsOperator('No texts are left for today', 'balance');
  if (answer?.status === 'ERROR') throw new Fatal(`The spinner refused the text: ${shortDetail(said)}`);
  const strange = 'The spinner answered with something unreadable';
  throw act ? new Unconfirmed(strange) : new Retryable(strange);
}
