import { asksOf, loginFields, longestAnswer, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import { failureOf, type Trouble } from '#connectors/kit/captcha/troubles.ts';
import type { CaptchaService, Solved } from '#connectors/kit/contract/captcha.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { CaptchaTask } from '#connectors/kit/contract/tools.ts';
import { Unconfirmed } from '#connectors/kit/errors.ts';
import { multipart, type SentFile } from '#connectors/kit/multipart.ts';

const label = 'DeCaptcher';

/** It answers when a captcha is solved: time it is given, in ms. */
const solveMs = 180_000;

/** De-Captcher, an old service with one address for everything: "ResultCode|MajorID|MinorID|Type|Timeout|Text". */
export const deCaptcher: CaptchaService = {
  id: 'de-captcher',
  label,
  address: 'http://poster.de-captcher.com',
  fields: loginFields,
  asks: asksOf('De-Captcher', 'https://de-captcher.com'),
  solves: ['picture', 'recaptcha-v2'],
  maxImageBytes: 100_000,
  pace: paceOfPeople(solveMs),
  async submit(job, task): Promise<Solved> {
    const said = await ask(job, { ...taskParts(task), act: true });
    const [code = '', major, minor, , , ...text] = said.split('|');
    // It has no word for a login that it does not know: then it says nothing.
    const trouble = said === '' ? 'key' : troubles[code];
    if (trouble) throw failureOf(label, trouble, code);
    const answer = text.join('|');
    if (code !== '0' || answer === '')
      throw new Unconfirmed(`${label} took the captcha and gave an answer that cannot be read`);
    return { state: 'solved', token: `${major}|${minor}`, answer };
  },
  // It answers at once: there is no number to ask for.
  poll: () => Promise.reject(failureOf(label, 'refused')),
  async reportBad(job, token) {
    const [major = '', minor = ''] = token.split('|');
    const fields: Sent['fields'] = [
      ['major_id', major],
      ['minor_id', minor],
    ];
    await ask(job, { task: 'picture_bad2', fields });
  },
  async check(job) {
    const said = await ask(job, { task: 'balance', fields: [] });
    const amount = Number(said);
    // Nothing, or what is no number, is its answer to a login that it does not know.
    if (said === '' || !Number.isFinite(amount) || amount < 0) throw failureOf(label, troubles[said] ?? 'key');
    return { detail: `${label} takes the login, ${amount} USD left`, balance: { amount, unit: 'usd' } };
  },
};

/** Its result codes. */
const troubles: Record<string, Trouble> = {
  '-1': 'busy',
  '-2': 'busy',
  '-3': 'busy',
  '-4': 'refused',
  '-5': 'busy',
  '-6': 'balance',
  '-7': 'unsolved',
  '-8': 'refused',
  '-200': 'busy',
};

interface Sent {
  /** Its word for what is wanted. */
  task: string;
  fields: [name: string, value: string][];
  file?: SentFile;
  act?: boolean;
}

function taskParts(task: CaptchaTask): Sent {
  if (task.kind !== 'picture')
    return {
      task: 'proxyurl',
      fields: [
        ['key', task.siteKey],
        ['url', task.pageUrl],
      ],
    };
  const fields: Sent['fields'] = [
    ['pict_to', '0'],
    ['pict_type', '0'],
  ];
  return { task: 'picture2', fields, file: { field: 'pict', name: 'captcha', type: task.type, bytes: task.image } };
}

async function ask(job: ServiceJob, { task, fields, file, act = false }: Sent): Promise<string> {
  const password = textField(job.key, 'password');
  const login: Sent['fields'] = [
    ['function', task],
    ['username', textField(job.key, 'username')],
    ['password', password],
  ];
  const { text } = await job.tools.http({
    method: 'POST',
    url: `${job.address}/`,
    ...multipart([...login, ...fields], file),
    secrets: [password],
    ...(act ? { act, timeoutMs: solveMs } : {}),
  });
  return text.slice(0, longestAnswer).trim();
}
