import { antigate } from '#connectors/kit/captcha/antigate.ts';
import { keyFields } from '#connectors/kit/captcha/declare.ts';
import type { CaptchaService } from '#connectors/kit/contract/captcha.ts';

/** A program that reads pictures by itself and answers like 2Captcha, on a machine of the operator's. */
export const remoteOcr: CaptchaService = antigate({
  id: 'remote-ocr',
  label: 'RemoteOCR',
  address: '',
  fields: keyFields('As set in the program; any text where it asks for none'),
  asks: [{ when: 'setup', text: 'Start the program with its interface of 2Captcha (in.php), and enter its address.' }],
  solves: ['picture'],
  maxImageBytes: 100_000,
  pace: { firstPollMs: 1_000, pollMs: 1_000, giveUpMs: 60_000 },
  mayLackBalance: true,
});
