import type { CaptchaService, CaptchaTask, Solved } from '#connectors/kit/contract/captcha.ts';
import { type ServiceJob, textField, type Waiting } from '#connectors/kit/contract/connector.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { shortDetail } from '#connectors/kit/read-answer.ts';

/** The classic interface of 2Captcha, against the rehearsal. */
export const captcha: CaptchaService = {
  id: 'rehearsal-captcha',
  label: 'Rehearsal captcha',
  address: 'https://captcha.invalid',
  fields: [{ name: 'apiKey', label: 'API key', kind: 'secret', required: true, help: 'Shown on the dashboard' }],
  asks: [
    { when: 'balance', text: 'Add funds.', link: { text: 'Open the service', url: 'https://captcha.invalid/pay' } },
  ],
  solves: ['picture', 'recaptcha-v2'],
  maxImageBytes: 100_000,
  pace: { firstPollMs: 5_000, pollMs: 5_000, giveUpMs: 120_000 },
  async submit(job, task) {
    const fields = { key: textField(job.key, 'apiKey'), ...taskFields(task) };
    const { text } = await postForm(job.tools, { url: `${job.address}/in.php`, fields }, { act: true });
    const [, id] = /^OK\|(\d+)$/.exec(text.trim()) ?? [];
    if (id !== undefined) return { state: 'waiting', token: id };
    throw errorOf(text) ?? new Unconfirmed('The captcha service took the work but did not say under which number');
  },
  async poll(job, token): Promise<Waiting | Solved> {
    const text = await ask(job, { action: 'get', id: token });
    if (text === 'CAPCHA_NOT_READY') return { state: 'waiting', token };
    if (text.startsWith('OK|')) return { state: 'solved', token, answer: text.slice(3) };
    throw errorOf(text) ?? new Retryable(`The captcha service answered: ${shortDetail(text)}`);
  },
  async reportBad(job, token) {
    await ask(job, { action: 'reportbad', id: token });
  },
  async check(job) {
    const text = await ask(job, { action: 'getbalance' });
    const amount = Number(text);
    if (text === '' || !Number.isFinite(amount)) throw errorOf(text) ?? new Fatal('This is no captcha service');
    return { detail: `The key works, ${amount} USD left`, balance: { amount, unit: 'usd' } };
  },
};

function taskFields(task: CaptchaTask): Record<string, string> {
  if (task.kind === 'picture') return { method: 'base64', body: Buffer.from(task.image).toString('base64') };
  return { method: 'userrecaptcha', googlekey: task.siteKey, pageurl: task.pageUrl };
}

async function ask(job: ServiceJob, values: Record<string, string>): Promise<string> {
  const key = textField(job.key, 'apiKey');
  const url = `${job.address}/res.php?${new URLSearchParams({ key, ...values })}`;
  return (await job.tools.http({ method: 'GET', url, secrets: [key] })).text.trim();
}

function errorOf(text: string): Error | undefined {
  const word = /^(ERROR_\w+|MAX_USER_TURN|IP_BANNED)/.exec(text)?.[1];
  if (word === undefined) return undefined;
  if (/KEY/.test(word)) return new NeedsOperator('The captcha service refused the key', 'credentials');
  if (word === 'ERROR_ZERO_BALANCE') return new NeedsOperator('Nothing is left on the key', 'balance');
  if (/NO_SLOT|MAX_USER/.test(word)) return new Retryable('The captcha service is busy', { afterMs: 5_000 });
  return new Fatal(`The captcha service answered ${word}`);
}
