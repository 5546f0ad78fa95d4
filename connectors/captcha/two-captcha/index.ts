import { antigate } from '#connectors/kit/captcha/antigate.ts';
import { asksOf, keyFields, paceOfPeople } from '#connectors/kit/captcha/declare.ts';
import type { CaptchaService } from '#connectors/kit/contract/captcha.ts';

/** 2Captcha by its classic interface (2captcha.com/2captcha-api). */
export const twoCaptcha: CaptchaService = antigate({
  id: 'two-captcha',
  label: 'TwoCaptcha',
  address: 'https://2captcha.com',
  fields: keyFields('32 letters, shown on the dashboard'),
  asks: asksOf('2Captcha', 'https://2captcha.com/enterpage'),
  solves: ['picture', 'recaptcha-v2', 'recaptcha-v3'],
  maxImageBytes: 100_000,
  pace: paceOfPeople(300_000),
});
