import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Spinner, SpinOrder } from '#connectors/kit/contract/spinners.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { readObject, textOf } from '#connectors/kit/read-answer.ts';
import { asksOfSpinner, choiceOf, spinnerFields, switchOf } from '#connectors/kit/spinning/declare-spinner.ts';
import { maskedOrder, unmasked } from '#connectors/kit/spinning/masked-spin.ts';
import { refusalOf, spinMs, unreadable } from '#connectors/kit/spinning/spinner-troubles.ts';
import { plainerSpintax } from '#domain/rules/spinning/plainer-spintax.ts';

const label = 'WordAi';

/**
 * Quality as the operator chooses it, and the uniqueness that the interface wants: 1 conservative, 2 regular, 3 adventurous. The
 * five words are those of its older interface; which of the three each becomes is our choice.
 */
const qualities = [
  { label: 'Regular', uniqueness: 2 },
  { label: 'Unique', uniqueness: 3 },
  { label: 'Very Unique', uniqueness: 3 },
  { label: 'Readable', uniqueness: 1 },
  { label: 'Very Readable', uniqueness: 1 },
] as const;

/** WordAi by its current interface: a form with a key, answered in JSON. It knows no protected words, so marks stand for them. */
export const wordAi: Spinner = {
  id: 'word-ai',
  label,
  address: 'https://wai.wordai.com',
  fields: [spinnerFields.email, { ...spinnerFields.password, label: 'API key (password)' }],
  asks: asksOfSpinner(label, 'https://wai.wordai.com/'),
  gives: ['spintax'],
  languages: ['en'],
  // No bound is published: what it surely takes.
  maxLength: 10_000,
  gapMs: 0,
  settings: [
    choiceOf(
      { name: 'quality', label: 'Quality', help: 'How far it goes from your words' },
      qualities.map((one) => one.label),
      3,
    ),
    switchOf('nonested', 'No nested spintax', 'Choices inside of choices are taken out'),
    switchOf('sentence', 'Sentences', 'Choices between whole sentences stay', true),
    switchOf('paragraph', 'Paragraphs', 'Choices between whole paragraphs stay'),
  ],
  async spin(job, order) {
    const masked = maskedOrder(order);
    const uniqueness = String(qualities[Number(textField(order.settings, 'quality')) - 1]?.uniqueness ?? 2);
    const fields = { input: masked.text, rewrite_num: '5', uniqueness, return_rewrites: 'false' };
    const answer = await call(job, 'rewrite', { fields, act: true });
    if (typeof answer.text !== 'string') throw unreadable(label, true);
    return { text: plainer(order, unmasked(label, order, masked, answer.text)), as: 'spintax' };
  },
  async check(job) {
    const answer = await call(job, 'account', { fields: {}, act: false });
    const [limit, used] = [Number(answer['Turing Limit']), Number(answer['Turing Usage'])];
    if (!Number.isFinite(limit - used)) return { detail: `${label} takes the login` };
    const amount = Math.max(0, limit - used);
    return { detail: `${label} takes the login, ${amount} words are left`, balance: { amount, unit: 'words' } };
  },
};

/** The interface has no switches of its own for what may be nested, and what a choice may hold. */
function plainer({ settings }: SpinOrder, text: string): string {
  const { nonested, sentence, paragraph } = settings;
  return plainerSpintax(text, {
    nested: nonested !== true,
    sentences: sentence !== false,
    paragraphs: paragraph === true,
  });
}

async function call(
  job: ServiceJob,
  path: 'rewrite' | 'account',
  { fields, act }: { fields: Record<string, string>; act: boolean },
): Promise<Record<string, unknown>> {
  const login = { email: textField(job.key, 'email'), key: textField(job.key, 'password') };
  const form = { url: `${job.address}/api/${path}`, fields: { ...login, ...fields } };
  const answer = readObject((await postForm(job.tools, form, { act, timeoutMs: spinMs })).text);
  if (answer?.status === 'Success') return answer;
  const said = textOf(answer, 'error') || textOf(answer, 'status');
  throw said === '' ? unreadable(label, act) : refusalOf(label, said);
}
