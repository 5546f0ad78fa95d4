import { startSpinRewriter } from '#rehearsal/spinners/spin-rewriter.ts';
import { spinnerSuite } from '#test/suites/spinner-suite.ts';
import { rewriter } from './index.ts';

spinnerSuite({ connector: rewriter, start: startSpinRewriter });
