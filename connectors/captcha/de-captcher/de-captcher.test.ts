import { startDeCaptcher } from '#rehearsal/captchas/de-captcher.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { deCaptcher } from './index.ts';

captchaSuite({ connector: deCaptcher, start: startDeCaptcher, complains: true, givesUp: true });
