import { keyFields, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import { failureOf } from '#connectors/kit/captcha/troubles.ts';
import type { CaptchaService } from '#connectors/kit/contract/captcha.ts';
import { textField } from '#connectors/kit/contract/connector.ts';
import { Fatal, Unconfirmed } from '#connectors/kit/errors.ts';
import { multipart } from '#connectors/kit/multipart.ts';

const label = 'CaptchaBeat';

/** It answers to a picture when it is solved: time it is given, in ms. */
const pictureMs = 120_000;

/**
 * A page with a form that takes a key and a picture and shows the letters: `upload.php` below the address that the operator
 * names. Nothing more of it is published, so that it can neither be asked what is left nor told that an answer was wrong.
 */
export const captchaBeat: CaptchaService = {
  id: 'captcha-beat',
  label,
  address: '',
  fields: keyFields(),
  asks: [
    { when: 'setup', text: 'Enter the address under which your service takes pictures by upload.php, and its key.' },
  ],
  solves: ['picture'],
  maxImageBytes: 100_000,
  pace: paceOfPeople(pictureMs),
  async submit(job, task) {
    if (task.kind !== 'picture') throw failureOf(label, 'refused');
    const key = textField(job.key, 'captchaKey');
    const { text } = await job.tools.http({
      method: 'POST',
      url: `${job.address}/upload.php`,
      ...multipart([['key', key]], { field: 'file', name: 'captcha', type: task.type, bytes: task.image }),
      ...{ act: true, timeoutMs: pictureMs, secrets: [key] },
    });
    const answer = shownText(text);
    if (/^(error|wrong|invalid)\b/i.test(answer)) throw failureOf(label, 'refused', answer);
    // Letters of a picture are one word; a sentence is a complaint that nobody has written down.
    if (!/^\S{1,60}$/.test(answer))
      throw new Unconfirmed(`${label} took the picture and gave an answer that cannot be read`);
    return { state: 'solved', token: '', answer };
  },
  // It answers at once: there is no number to ask for.
  poll: () => Promise.reject(failureOf(label, 'refused')),
  check: () => Promise.reject(new Fatal(`${label} has no way to ask whether a key works or what is left on it`)),
};

/** What a page shows, without its markup. */
const shownText = (page: string): string =>
  page
    .slice(0, 4_000)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
