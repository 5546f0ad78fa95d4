import { type ServiceJob, textField } from '../contract/connector.ts';
import type { Spinner, SpinOrder, Spun } from '../contract/spinners.ts';
import { Fatal } from '../errors.ts';
import { postForm } from '../post-form.ts';
import { objectOf, readObject, textOf } from '../read-answer.ts';
import { spinnerFields } from './declare-spinner.ts';
import { maskedOrder, unmasked } from './masked-spin.ts';
import { refusalOf, spinMs, unreadable } from './spinner-troubles.ts';

interface FormService extends Pick<Spinner, 'id' | 'label'> {
  /** Who asks, beside the key. */
  user: 'username' | 'email' | null;
  /** Two letters. */
  language: string;
}

/**
 * A service whose interface nobody has published: a form of our own, sent to the address that the operator names, for a program
 * there that speaks it. Sent: the user's field, `apiKey`, `text`, `lang`. Answered: a JSON object with the spintax in `result`,
 * or what went wrong in `error`.
 */
export function spinForm({ id, label, user, language }: FormService): Spinner {
  const login = user === null ? [spinnerFields.apiKey] : [spinnerFields[user], spinnerFields.apiKey];
  return {
    ...{ id, label, address: '', fields: login },
    asks: [
      { when: 'setup', text: 'The interface of this service is not published: enter the address that takes our form.' },
      { when: 'credentials', text: 'Compare the login with the one of your account at the service.' },
      { when: 'balance', text: 'Buy more at the service, or wait until its limit is over.' },
    ],
    gives: ['spintax'],
    languages: [language],
    maxLength: 20_000,
    gapMs: 0,
    settings: [],
    async spin(job: ServiceJob, order: SpinOrder): Promise<Spun> {
      if (job.address === '') throw new Fatal(`The address of ${label} is not set`);
      const masked = maskedOrder(order);
      const pairs = login.map(({ name }) => [name, textField(job.key, name)]);
      const fields = { ...Object.fromEntries(pairs), text: masked.text, lang: order.language };
      const sent = { act: true, timeoutMs: spinMs };
      const answer = readObject((await postForm(job.tools, { url: job.address, fields }, sent)).text);
      const wrong = textOf(answer, 'error') || textOf(objectOf(answer, 'error'), 'message');
      if (wrong !== '') throw refusalOf(label, wrong);
      if (typeof answer?.result !== 'string') throw unreadable(label, true);
      return { text: unmasked(label, order, masked, answer.result), as: 'spintax' };
    },
    check: async () => ({
      detail: 'This service cannot be asked whether its login works; that is seen when a text is spun',
      cannotTell: true,
    }),
  };
}
