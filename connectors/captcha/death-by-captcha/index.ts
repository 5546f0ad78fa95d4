import { asksOf, loginFields, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import { failureOf, type Trouble } from '#connectors/kit/captcha/troubles.ts';
import type { CaptchaService, Solved } from '#connectors/kit/contract/captcha.ts';
import { type Checked, type ServiceJob, textField, type Waiting } from '#connectors/kit/contract/connector.ts';
import type { CaptchaTask, OutsideAnswer, OutsideRequest } from '#connectors/kit/contract/tools.ts';
import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { multipart } from '#connectors/kit/multipart.ts';
import { errorForStatus, readObject } from '#connectors/kit/read-answer.ts';

const label = 'DeathByCaptcha';

/** Death By Captcha by its HTTP interface (deathbycaptcha.com/api); answers are JSON, or a query string where it does not heed that. */
export const deathByCaptcha: CaptchaService = {
  id: 'death-by-captcha',
  label,
  address: 'http://api.dbcapi.me/api',
  fields: loginFields,
  asks: asksOf('Death By Captcha', 'https://www.deathbycaptcha.com/user/account'),
  solves: ['picture', 'recaptcha-v2'],
  maxImageBytes: 100_000,
  pace: paceOfPeople(180_000),
  async submit(job, task) {
    const { answer, said } = await ask(job, '/captcha', { fields: taskFields(task), act: true });
    // The documented answer sends on to the page of the captcha, without a body that says more.
    const [, inAddress] = /\/captcha\/(\d{1,30})\/?$/.exec(answer.headers.location ?? '') ?? [];
    const id = /^[1-9]\d{0,29}$/.exec(said.captcha ?? '')?.[0] ?? inAddress;
    if (id === undefined) throw new Unconfirmed(`${label} did not say under which number it took the captcha`);
    return { state: 'waiting', token: id };
  },
  async poll(job, token): Promise<Waiting | Solved> {
    const { said } = await ask(job, `/captcha/${token}`);
    if (said.captcha === undefined) throw new Retryable(`${label} gave an answer that cannot be read`);
    if (said.captcha !== token || said.text === '?') throw failureOf(label, 'unsolved');
    return said.text ? { state: 'solved', token, answer: said.text } : { state: 'waiting', token };
  },
  async reportBad(job, token) {
    await ask(job, `/captcha/${token}/report`, { fields: [] });
  },
  async check(job): Promise<Checked> {
    const { said } = await ask(job, '/user', { fields: [] });
    if (said.user === undefined)
      throw new Fatal(`What answers at the address of ${label} does not speak its interface`);
    if (said.user === '0') throw failureOf(label, 'key');
    if (/^(1|true)$/.test(said.is_banned ?? '')) throw failureOf(label, 'blocked');
    // It counts in cents.
    const amount = Math.round(Number(said.balance ?? Number.NaN) * 100) / 10_000;
    if (!Number.isFinite(amount)) throw new Fatal(`${label} did not say what is left`);
    return { detail: `${label} takes the login, ${amount} USD left`, balance: { amount, unit: 'usd' } };
  },
};

/** Its words for what is wrong. */
const troubles: Record<string, Trouble> = {
  'not-logged-in': 'key',
  'invalid-credentials': 'key',
  banned: 'blocked',
  'insufficient-funds': 'balance',
  'service-overload': 'busy',
  'invalid-captcha': 'refused',
  'invalid-request': 'refused',
  'timed-out': 'unsolved',
};

interface Sent {
  fields: [name: string, value: string][];
  act?: boolean;
}

/** Sends login and fields, or reads without them; what is refused is thrown. */
async function ask(job: ServiceJob, path: string, sent?: Sent) {
  const password = textField(job.key, 'password');
  const login: Sent['fields'] = [
    ['username', textField(job.key, 'username')],
    ['password', password],
  ];
  const act = sent?.act ?? false;
  const form = sent && multipart([...login, ...sent.fields]);
  const request: OutsideRequest = {
    method: form ? 'POST' : 'GET',
    url: `${job.address}${path}`,
    headers: { accept: 'application/json', ...form?.headers },
    ...(form ? { body: form.body, secrets: [password] } : {}),
    ...{ act, raw: true },
  };
  const answer = await job.tools.http(request);
  const said = membersOf(answer);
  const trouble = troubles[said.error ?? ''];
  // How long it wants to be left alone stands in the headers of its answer.
  const failure = errorForStatus({ ...answer, who: label, act, now: job.tools.now() });
  if (trouble && !(failure instanceof Retryable)) throw failureOf(label, trouble, said.error);
  if (failure && answer.status !== 303) throw failure;
  return { answer, said };
}

/** The members of an answer as texts. */
function membersOf({ text }: OutsideAnswer): Record<string, string | undefined> {
  const members = readObject(text) ?? Object.fromEntries(new URLSearchParams(text.slice(0, 10_000).trim()));
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value ?? '')]));
}

function taskFields(task: CaptchaTask): Sent['fields'] {
  if (task.kind === 'picture') return [['captchafile', `base64:${Buffer.from(task.image).toString('base64')}`]];
  const params = { googlekey: task.siteKey, pageurl: task.pageUrl };
  return [
    ['type', '4'],
    ['token_params', JSON.stringify(params)],
  ];
}
