import { startBypassCaptcha } from '#rehearsal/captchas/bypass-captcha.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { bypassCaptcha } from './index.ts';

captchaSuite({
  connector: bypassCaptcha,
  start: startBypassCaptcha,
  complains: true,
  givesUp: false,
  left: { amount: 1235, unit: 'credits' },
});
