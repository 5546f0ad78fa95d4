import { startSpinForm } from '#rehearsal/spinners/spin-form.ts';
import { spinnerSuite } from '#test/suites/spinner-suite.ts';
import { brazilianA } from './index.ts';

spinnerSuite({ connector: brazilianA, start: () => startSpinForm('username') });
