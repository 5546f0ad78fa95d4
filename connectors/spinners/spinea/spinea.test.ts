import { startSpinForm } from '#rehearsal/spinners/spin-form.ts';
import { spinnerSuite } from '#test/suites/spinner-suite.ts';
import { spinea } from './index.ts';

spinnerSuite({ connector: spinea, start: () => startSpinForm('email') });
