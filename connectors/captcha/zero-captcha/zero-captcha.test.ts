import { startAntigate } from '#rehearsal/captchas/antigate.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { zeroCaptcha } from './index.ts';

captchaSuite({ connector: zeroCaptcha, start: startAntigate, complains: true, givesUp: true });
