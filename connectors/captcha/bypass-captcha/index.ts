import { asksOf, keyFields, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import { failureOf } from '#connectors/kit/captcha/troubles.ts';
import type { CaptchaService } from '#connectors/kit/contract/captcha.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { Fatal, Unconfirmed } from '#connectors/kit/errors.ts';
import { multipart, type SentFile } from '#connectors/kit/multipart.ts';

const label = 'BypassCaptcha';

/** It answers to a picture when it is solved: time it is given, in ms. */
const pictureMs = 120_000;

/** BypassCaptcha, an old service for pictures: lines of a name and a value. */
export const bypassCaptcha: CaptchaService = {
  id: 'bypass-captcha',
  label,
  address: 'http://bypasscaptcha.com',
  fields: keyFields(),
  asks: asksOf(label, 'https://bypasscaptcha.com'),
  solves: ['picture'],
  maxImageBytes: 100_000,
  pace: paceOfPeople(pictureMs),
  async submit(job, task) {
    if (task.kind !== 'picture') throw failureOf(label, 'refused');
    const file = { field: 'file', name: 'captcha', type: task.type, bytes: task.image };
    const lines = await ask(job, '/upload.php', { fields: [['gen_task_id', '1']], file });
    const [answer, token = ''] = [lines.get('Value'), lines.get('TaskId')];
    if (!answer) throw new Unconfirmed(`${label} took the picture and gave an answer that cannot be read`);
    return { state: 'solved', token, answer };
  },
  // It answers at once: there is no number to ask for.
  poll: () => Promise.reject(failureOf(label, 'refused')),
  async reportBad(job, token) {
    await ask(job, '/check_value.php', {
      fields: [
        ['task_id', token],
        ['cv', '0'],
      ],
    });
  },
  async check(job) {
    const lines = await ask(job, '/ex_left.php', { fields: [] });
    const amount = Number(lines.get('Left') ?? Number.NaN);
    if (!Number.isFinite(amount))
      throw new Fatal(`What answers at the address of ${label} does not speak its interface`);
    return { detail: `${label} takes the key, ${amount} captchas left`, balance: { amount, unit: 'credits' } };
  },
};

interface Sent {
  fields: [name: string, value: string][];
  file?: SentFile;
}

/** Sends a form in parts, the picture as an act; the lines of the answer by name. */
async function ask(job: ServiceJob, path: string, { fields, file }: Sent): Promise<Map<string, string>> {
  const key = textField(job.key, 'captchaKey');
  const { text } = await job.tools.http({
    method: 'POST',
    url: `${job.address}${path}`,
    ...multipart([['key', key], ...fields], file),
    secrets: [key],
    ...(file ? { act: true, timeoutMs: pictureMs } : {}),
  });
  const said = text.slice(0, 2_000).trim();
  // What is wrong has no name before it: the whole answer says it.
  if (/\bkey\b/i.test(said) && /wrong|invalid|not exist|unknown/i.test(said)) throw failureOf(label, 'key', said);
  if (/no credit|balance|nothing left|expired/i.test(said)) throw failureOf(label, 'balance', said);
  if (/\b(busy|overload)/i.test(said)) throw failureOf(label, 'busy', said);
  if (/^error\b/i.test(said)) throw failureOf(label, 'refused', said);
  const lines = said.split(/\r?\n/).map((line) => /^(\w+)[ \t]+(.*)$/.exec(line));
  return new Map(lines.flatMap((line) => (line ? [[line[1] ?? '', (line[2] ?? '').trim()] as const] : [])));
}
