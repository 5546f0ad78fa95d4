import type { CaptchaService, Solved } from '../contract/captcha.ts';
import { type Checked, type Connector, type ServiceJob, textField, type Waiting } from '../contract/connector.ts';
import type { CaptchaTask, PictureCaptcha, WidgetCaptcha } from '../contract/tools.ts';
import { Fatal, Retryable, Unconfirmed } from '../errors.ts';
import { postForm } from '../post-form.ts';
import { shortDetail } from '../read-answer.ts';
import { longestAnswer } from './declare.ts';
import { failureOfWord } from './troubles.ts';

type Declared = Pick<CaptchaService, 'address' | 'solves' | 'maxImageBytes' | 'pace'> & Omit<Connector, 'fields'>;

interface AntigateSettings extends Declared, Pick<Connector, 'fields'> {
  /** True where a server may answer the question for the balance with any word of the grammar: it runs by itself. */
  mayLackBalance?: boolean;
}

/** The classic interface of 2Captcha (in.php, res.php), which many services and programs speak: plain text, no JSON asked for. */
export function antigate({ mayLackBalance = false, ...declared }: AntigateSettings): CaptchaService {
  const { label } = declared;
  return {
    ...declared,
    async submit(job, task) {
      const key = textField(job.key, 'captchaKey');
      const form = { url: `${job.address}/in.php`, fields: { key, ...taskFields(task) } };
      const { text } = await postForm(job.tools, form, { act: true, secrets: [key] });
      const [, id] = /^OK\|([\w-]{1,100})$/.exec(text.trim()) ?? [];
      if (id !== undefined) return { state: 'waiting', token: id };
      throw (
        failureOfWord(label, text) ?? new Unconfirmed(`${label} did not say under which number it took the captcha`)
      );
    },
    async poll(job, token): Promise<Waiting | Solved> {
      const text = await ask(job, { action: 'get', id: token });
      if (text === 'CAPCHA_NOT_READY') return { state: 'waiting', token };
      if (text.startsWith('OK|') && text.length > 3) return { state: 'solved', token, answer: text.slice(3) };
      throw failureOfWord(label, text) ?? new Retryable(`${label} answered: ${shortDetail(text)}`);
    },
    async reportBad(job, token) {
      await ask(job, { action: 'reportbad', id: token });
    },
    async check(job): Promise<Checked> {
      const text = await ask(job, { action: 'getbalance' });
      const amount = Number(text);
      if (text !== '' && Number.isFinite(amount))
        return { detail: `${label} takes the key, ${amount} USD left`, balance: { amount, unit: 'usd' } };
      const failure = failureOfWord(label, text);
      // A program at the operator's own answers, and knows no money.
      if (mayLackBalance && failure instanceof Fatal) return { detail: `${label} answers` };
      throw failure ?? new Fatal(`What answers at the address of ${label} does not speak its interface`);
    },
  };
}

const taskFields = (task: CaptchaTask): Record<string, string> =>
  task.kind === 'picture' ? pictureFields(task) : widgetFields(task);

const numeric = { any: '0', digits: '1', letters: '2' };

function pictureFields(task: PictureCaptcha): Record<string, string> {
  const { image, caseSensitive, characters, minLength, maxLength, isSum, instruction } = task;
  return {
    method: 'base64',
    body: Buffer.from(image).toString('base64'),
    ...(caseSensitive ? { regsense: '1' } : {}),
    ...(characters ? { numeric: numeric[characters] } : {}),
    ...(minLength === undefined ? {} : { min_len: String(minLength) }),
    ...(maxLength === undefined ? {} : { max_len: String(maxLength) }),
    ...(isSum ? { calc: '1' } : {}),
    ...(instruction ? { textinstructions: instruction } : {}),
  };
}

function widgetFields(task: WidgetCaptcha): Record<string, string> {
  const { kind, siteKey, pageUrl, isInvisible, isEnterprise, data, action, minScore } = task;
  if (kind === 'turnstile') return { method: 'turnstile', sitekey: siteKey, pageurl: pageUrl };
  return {
    method: 'userrecaptcha',
    googlekey: siteKey,
    pageurl: pageUrl,
    ...(isInvisible ? { invisible: '1' } : {}),
    ...(isEnterprise ? { enterprise: '1' } : {}),
    ...(data ? { 'data-s': data } : {}),
    ...(kind === 'recaptcha-v3' ? { version: 'v3' } : {}),
    ...(action ? { action } : {}),
    ...(minScore === undefined ? {} : { min_score: String(minScore) }),
  };
}

async function ask(job: ServiceJob, values: Record<string, string>): Promise<string> {
  const key = textField(job.key, 'captchaKey');
  const url = `${job.address}/res.php?${new URLSearchParams({ key, ...values })}`;
  return (await job.tools.http({ method: 'GET', url, secrets: [key] })).text.slice(0, longestAnswer).trim();
}
