import { startCreateTask } from '#rehearsal/captchas/create-task.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { antiCaptcha } from './index.ts';

captchaSuite({ connector: antiCaptcha, start: startCreateTask, complains: true, givesUp: true });
