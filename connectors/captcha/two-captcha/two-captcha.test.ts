import { startAntigate } from '#rehearsal/captchas/antigate.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { twoCaptcha } from './index.ts';

captchaSuite({ connector: twoCaptcha, start: startAntigate, complains: true, givesUp: true });
