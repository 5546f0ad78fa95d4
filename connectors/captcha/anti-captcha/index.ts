import { asksOf, keyFields, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import { failureOf, failureOfWord } from '#connectors/kit/captcha/troubles.ts';
import type { CaptchaService, Solved } from '#connectors/kit/contract/captcha.ts';
import { type Checked, type ServiceJob, textField, type Waiting } from '#connectors/kit/contract/connector.ts';
import type { CaptchaTask } from '#connectors/kit/contract/tools.ts';
import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';

const label = 'AntiCaptcha';

/** Anti-Captcha by its JSON interface (anti-captcha.com/apidoc). */
export const antiCaptcha: CaptchaService = {
  id: 'anti-captcha',
  label,
  address: 'https://api.anti-captcha.com',
  fields: keyFields('Shown under Settings, API setup'),
  asks: asksOf('Anti-Captcha', 'https://anti-captcha.com/clients'),
  solves: ['picture', 'recaptcha-v2'],
  maxImageBytes: 500_000,
  pace: paceOfPeople(300_000),
  async submit(job, task) {
    const said = await call(job, 'createTask', { task: taskOf(task) }, true);
    const id = said?.taskId;
    if (typeof id !== 'number' && (typeof id !== 'string' || id === ''))
      throw new Unconfirmed(`${label} did not say under which number it took the captcha`);
    return { state: 'waiting', token: `${task.kind} ${id}` };
  },
  async poll(job, token): Promise<Waiting | Solved> {
    const taskId = numberOf(token);
    const said = await call(job, 'getTaskResult', { taskId });
    if (said?.status === 'processing') return { state: 'waiting', token };
    const solution = objectOf(said, 'solution');
    const answer = textOf(solution, 'text') || textOf(solution, 'gRecaptchaResponse');
    if (said?.status === 'ready' && answer !== '') return { state: 'solved', token, answer };
    throw new Retryable(`${label} gave an answer that cannot be read`);
  },
  async reportBad(job, token) {
    const kind = token.startsWith('picture') ? 'reportIncorrectImageCaptcha' : 'reportIncorrectRecaptcha';
    await call(job, kind, { taskId: numberOf(token) });
  },
  async check(job): Promise<Checked> {
    const said = await call(job, 'getBalance', {});
    const amount = Number(said?.balance ?? Number.NaN);
    if (!Number.isFinite(amount))
      throw new Fatal(`What answers at the address of ${label} does not speak its interface`);
    return { detail: `${label} takes the key, ${amount} USD left`, balance: { amount, unit: 'usd' } };
  },
};

/** The number of a work, which is one in JSON too. */
const numberOf = (token: string): number => Number(token.split(' ').at(-1));

/** Sends a call; what it refuses is thrown. Undefined: the answer is no JSON object. */
async function call(job: ServiceJob, name: string, more: object, act = false) {
  const clientKey = textField(job.key, 'captchaKey');
  const { text } = await job.tools.http({
    method: 'POST',
    url: `${job.address}/${name}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientKey, ...more }),
    act,
    secrets: [clientKey],
  });
  const said = readObject(text);
  if (!said || said.errorId === 0) return said;
  const word = textOf(said, 'errorCode');
  if (word !== '') throw failureOfWord(label, word) ?? failureOf(label, 'refused', word);
  return undefined;
}

const numeric = { any: 0, digits: 1, letters: 2 };

function taskOf(task: CaptchaTask): object {
  if (task.kind !== 'picture') {
    const { siteKey, pageUrl, isInvisible, isEnterprise, data } = task;
    const site = { websiteURL: pageUrl, websiteKey: siteKey };
    if (isEnterprise)
      return {
        type: 'RecaptchaV2EnterpriseTaskProxyless',
        ...site,
        ...(data ? { enterprisePayload: { s: data } } : {}),
      };
    return {
      ...{ type: 'RecaptchaV2TaskProxyless', ...site },
      ...(isInvisible ? { isInvisible } : {}),
      ...(data ? { recaptchaDataSValue: data } : {}),
    };
  }
  const { image, caseSensitive, characters, minLength, maxLength, isSum, instruction } = task;
  return {
    type: 'ImageToTextTask',
    body: Buffer.from(image).toString('base64'),
    case: caseSensitive ?? true,
    ...(characters ? { numeric: numeric[characters] } : {}),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(isSum ? { math: true } : {}),
    ...(instruction ? { comment: instruction } : {}),
  };
}
