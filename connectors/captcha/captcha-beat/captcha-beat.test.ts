import { startCaptchaForm } from '#rehearsal/captchas/captcha-form.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { captchaBeat } from './index.ts';

captchaSuite({ connector: captchaBeat, start: startCaptchaForm, complains: false, givesUp: false, cannotCheck: true });
