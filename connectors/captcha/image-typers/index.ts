import { asksOf, loginFields, longestAnswer, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import { failureOf, type Trouble } from '#connectors/kit/captcha/troubles.ts';
import type { CaptchaService, Solved } from '#connectors/kit/contract/captcha.ts';
import { type Checked, type ServiceJob, textField, type Waiting } from '#connectors/kit/contract/connector.ts';
import type { PictureCaptcha, WidgetCaptcha } from '#connectors/kit/contract/tools.ts';
import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { isObject, readJson, textOf } from '#connectors/kit/read-answer.ts';

const label = 'ImageTypers';

/** It answers to a picture when it is solved: time it is given, in ms. */
const pictureMs = 120_000;

/** ImageTyperz (github.com/imagetyperz-api/API-docs): pictures are answered at once, widgets when asked again. */
export const imageTypers: CaptchaService = {
  id: 'image-typers',
  label,
  address: 'https://captchatypers.com',
  fields: loginFields,
  asks: asksOf('ImageTyperz', 'https://www.imagetyperz.com/Forms/ClientHome.aspx'),
  solves: ['picture', 'recaptcha-v2'],
  maxImageBytes: 30_000,
  pace: paceOfPeople(300_000),
  submit: (job, task) => (task.kind === 'picture' ? sendPicture(job, task) : sendWidget(job, task)),
  async poll(job, token): Promise<Waiting | Solved> {
    const text = await ask(job, '/captchaapi/GetCaptchaResponseJson.ashx', { action: 'GETTEXT', captchaid: token });
    const read = readJson(text);
    const [first] = Array.isArray(read) ? read : [read];
    if (!isObject(first)) throw new Retryable(`${label} gave an answer that cannot be read`);
    const answer = textOf(first, 'Response');
    if (textOf(first, 'Status') === 'Solved' && answer !== '') return { state: 'solved', token, answer };
    if (textOf(first, 'Status') === 'Pending') return { state: 'waiting', token };
    throw failureOf(label, 'unsolved', textOf(first, 'Error'));
  },
  async reportBad(job, token) {
    await ask(job, '/Forms/SetBadImage.ashx', { action: 'SETBADIMAGE', imageid: token });
  },
  async check(job): Promise<Checked> {
    const text = await ask(job, '/Forms/RequestBalance.ashx', { action: 'REQUESTBALANCE' });
    const amount = Number(text);
    if (text === '' || !Number.isFinite(amount))
      throw new Fatal(`What answers at the address of ${label} does not speak its interface`);
    return { detail: `${label} takes the login, ${amount} USD left`, balance: { amount, unit: 'usd' } };
  },
};

async function sendPicture(job: ServiceJob, { image, caseSensitive }: PictureCaptcha): Promise<Solved> {
  const file = Buffer.from(image).toString('base64');
  const fields = { action: 'UPLOADCAPTCHA', file, ...(caseSensitive ? { chkCase: '1' } : {}) };
  const text = await ask(job, '/Forms/UploadFileAndGetTextNEW.ashx', fields, { act: true, timeoutMs: pictureMs });
  const [, token, answer] = /^(\d{1,30})\|(.+)$/.exec(text) ?? [];
  if (token === undefined || answer === undefined)
    throw new Unconfirmed(`${label} took the picture and gave an answer that cannot be read`);
  return { state: 'solved', token, answer };
}

async function sendWidget(job: ServiceJob, task: WidgetCaptcha): Promise<Waiting> {
  const { siteKey, pageUrl, isInvisible, data } = task;
  const fields = {
    ...{ action: 'UPLOADCAPTCHA', pageurl: pageUrl, googlekey: siteKey, recaptchatype: isInvisible ? '2' : '1' },
    ...(data ? { 'data-s': data } : {}),
  };
  const token = await ask(job, '/captchaapi/UploadRecaptchaV1.ashx', fields, { act: true });
  if (!/^\d{1,30}$/.test(token)) throw new Unconfirmed(`${label} did not say under which number it took the captcha`);
  return { state: 'waiting', token };
}

/** Its words behind "ERROR: ". */
const troubles: [Trouble, RegExp][] = [
  ['key', /^(AUTHENTICATION_FAILED|INVALID_USERNAME|INVALID_PASSWORD)/],
  ['balance', /^INSUFFICIENT/],
  ['busy', /^(LIMIT_EXCEED|NOT_DECODED)/],
  ['unsolved', /^IMAGE_TIMED_OUT/],
];

async function ask(
  job: ServiceJob,
  path: string,
  fields: Record<string, string>,
  options: { act?: boolean; timeoutMs?: number } = {},
): Promise<string> {
  const password = textField(job.key, 'password');
  const form = { username: textField(job.key, 'username'), password, ...fields };
  const sent = { url: `${job.address}${path}`, fields: form };
  const text = (await postForm(job.tools, sent, { ...options, secrets: [password] })).text
    .slice(0, longestAnswer)
    .trim();
  const [, word] = /^ERROR: *(\w[\w ]{0,99})/.exec(text) ?? [];
  if (word === undefined) return text;
  const [trouble] = troubles.find(([, shape]) => shape.test(word)) ?? ['refused' as const];
  throw failureOf(label, trouble, word);
}
