import { startImageTypers } from '#rehearsal/captchas/image-typers.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { imageTypers } from './index.ts';

captchaSuite({ connector: imageTypers, start: startImageTypers, complains: true, givesUp: true });
