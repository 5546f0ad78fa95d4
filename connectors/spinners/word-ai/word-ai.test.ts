import { startWordAi } from '#rehearsal/spinners/word-ai.ts';
import { spinnerSuite } from '#test/suites/spinner-suite.ts';
import { wordAi } from './index.ts';

spinnerSuite({ connector: wordAi, start: startWordAi });
