import { startDeathByCaptcha } from '#rehearsal/captchas/death-by-captcha.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { deathByCaptcha } from './index.ts';

captchaSuite({ connector: deathByCaptcha, start: () => startDeathByCaptcha(), complains: true, givesUp: false });

// It answers as a query string where it does not heed what was asked for.
captchaSuite({
  connector: deathByCaptcha,
  start: () => startDeathByCaptcha({ inQuery: true }),
  complains: true,
  givesUp: false,
});
