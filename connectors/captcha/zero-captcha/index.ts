import { antigate } from '#connectors/kit/captcha/antigate.ts';
import { keyFields, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import type { CaptchaService } from '#connectors/kit/contract/captcha.ts';

/**
 * Any server that speaks the classic interface of 2Captcha, at the address that the operator names: several services bear
 * this name, none with an interface for pictures that is published, so that no address is assumed.
 */
export const zeroCaptcha: CaptchaService = antigate({
  id: 'zero-captcha',
  label: 'ZeroCaptcha',
  address: '',
  fields: keyFields(),
  asks: [
    { when: 'setup', text: 'Enter the address under which your service answers like 2Captcha, and its key.' },
    { when: 'credentials', text: 'Compare the key with the one that the service shows.' },
    { when: 'balance', text: 'Pay in at the service.' },
  ],
  solves: ['picture', 'recaptcha-v2', 'turnstile'],
  maxImageBytes: 100_000,
  pace: paceOfPeople(300_000),
});
