import { type Balance, type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Spinner, SpinOrder } from '#connectors/kit/contract/spinners.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { readObject, textOf } from '#connectors/kit/read-answer.ts';
import { asksOfSpinner, choiceOf, spinnerFields, switchOf } from '#connectors/kit/spinning/declare-spinner.ts';
import { keptText, refusalOf, spinMs, toldWords, unreadable } from '#connectors/kit/spinning/spinner-troubles.ts';

const label = 'Spin Rewriter';

/** By our name, what the interface calls it. */
const switches = {
  paragraphs: 'auto_paragraphs',
  sentences: 'auto_sentences',
  nestedSpintax: 'nested_spintax',
  newParagraphs: 'auto_new_paragraphs',
  sentenceTrees: 'auto_sentence_trees',
} as const;
const confidences = ['low', 'medium', 'high'];

/** Spin Rewriter by its interface (spinrewriter.com/api-documentation): a form, answered in JSON. */
export const rewriter: Spinner = {
  id: 'rewriter',
  label,
  address: 'https://www.spinrewriter.com',
  fields: [spinnerFields.email, spinnerFields.apiKey],
  asks: asksOfSpinner(label, 'https://www.spinrewriter.com/cp-api'),
  gives: ['spintax', 'variant'],
  languages: ['en'],
  // It takes some 4,000 words at once.
  maxLength: 20_000,
  // "You can only submit entirely new text for analysis once every 7 seconds."
  gapMs: 7_000,
  settings: [
    choiceOf(
      { name: 'confidenceLevel', label: 'Confidence', help: 'How sure it must be of a synonym' },
      ['Low', 'Medium', 'High'],
      2,
    ),
    switchOf('paragraphs', 'Paragraphs', 'Some paragraphs get a shorter variant'),
    switchOf('sentences', 'Sentences', 'Some sentences get a shorter variant'),
    switchOf('nestedSpintax', 'Nested spintax', 'Words inside of spun phrases are spun too'),
    switchOf('newParagraphs', 'New paragraphs', 'Paragraphs of its own are added'),
    switchOf('sentenceTrees', 'Sentence trees', 'Parts of sentences change their places'),
  ],
  async spin(job, order) {
    const { text, balance } = await call(job, { ...choicesOf(order), ...textsOf(order) }, true);
    return { text: keptText(label, order, text), as: order.as, balance };
  },
  async check(job) {
    const { balance } = await call(job, { action: 'api_quota' }, false);
    return { detail: `${label} takes the login, ${balance.amount} texts are left today`, balance };
  },
};

const textsOf = (order: SpinOrder) => ({
  action: order.as === 'spintax' ? 'text_with_spintax' : 'unique_variation',
  text: order.text,
  protected_terms: toldWords(order).join('\n'),
  spintax_format: '{|}',
});

function choicesOf({ settings }: SpinOrder): Record<string, string> {
  const isOn = Object.entries(switches).map(([name, theirs]) => [theirs, String(settings[name] === true)]);
  const level = confidences[Number(textField(settings, 'confidenceLevel')) - 1] ?? 'medium';
  return { ...Object.fromEntries(isOn), confidence_level: level };
}

async function call(job: ServiceJob, fields: Record<string, string>, act: boolean) {
  const login = { email_address: textField(job.key, 'email'), api_key: textField(job.key, 'apiKey') };
  const form = { url: `${job.address}/action/api`, fields: { ...login, ...fields } };
  const answer = readObject((await postForm(job.tools, form, { act, timeoutMs: spinMs })).text);
  const said = textOf(answer, 'response');
  const balance: Balance = { amount: Number(answer?.api_requests_available ?? 0), unit: 'requests' };
  if (answer?.status === 'OK') return { text: said, balance };
  if (answer?.status === 'ERROR') throw refusalOf(label, said);
  throw unreadable(label, act);
}
