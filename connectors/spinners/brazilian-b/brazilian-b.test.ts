import { startSpinForm } from '#rehearsal/spinners/spin-form.ts';
import { spinnerSuite } from '#test/suites/spinner-suite.ts';
import { brazilianB } from './index.ts';

spinnerSuite({ connector: brazilianB, start: () => startSpinForm(null) });
