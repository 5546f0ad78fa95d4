import { startAntigate } from '#rehearsal/captchas/antigate.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { remoteOcr } from './index.ts';

captchaSuite({ connector: remoteOcr, start: startAntigate, complains: true, givesUp: true });
