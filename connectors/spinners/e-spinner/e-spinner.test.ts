import { startSpinForm } from '#rehearsal/spinners/spin-form.ts';
import { spinnerSuite } from '#test/suites/spinner-suite.ts';
import { eSpinner } from './index.ts';

spinnerSuite({ connector: eSpinner, start: () => startSpinForm('email') });
