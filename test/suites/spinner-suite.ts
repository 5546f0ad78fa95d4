import { expect, it } from 'vitest';
import type { SpinForm, Spinner, SpinOrder } from '#connectors/kit/contract/spinners.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import type { FamilyTarget } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the spinner suite drives. */
export interface SpinnerTarget extends FamilyTarget<Spinner> {
  /** Makes the service spin protected words too, where it can be told to. */
  breakWords?(): void;
}

const text = 'Every garden needs patient hands.\n\nWater the flowers of Ünïcode Gardens slowly & often.';
const protectedWords = ['Ünïcode Gardens', 'flowers'];

/** The suite of the spinner family. */
export function spinnerSuite(target: SpinnerTarget): void {
  const { connector } = target;
  const order = (as: SpinForm, changes: Partial<SpinOrder> = {}): SpinOrder => ({
    text,
    as,
    protectedWords,
    language: connector.languages[0] ?? 'en',
    settings: Object.fromEntries(connector.settings.map(({ name, initial }) => [name, initial])),
    ...changes,
  });
  familySuite(target, {
    main: (bench, job) => bench.connector.spin(job, order(connector.gives[0] ?? 'spintax')),
    isAct: true,
    own: (bench) => {
      it.each(connector.gives)('gives %s with other words, and the protected ones as they are', async (as) => {
        const spun = await connector.spin(bench().job(), order(as));
        expect(spun.as).toBe(as);
        const read = as === 'spintax' ? spin(spun.text, seededRandom('suite')) : spun.text;
        expect(read).not.toBe(text);
        for (const word of protectedWords) expect(read).toContain(word);
        if (as === 'spintax') expect(spun.text).toMatch(/\{[^{}|]+\|/);
      });

      it('never hands on a text whose protected words were changed', async ({ skip }) => {
        if (!target.breakWords) return skip('the service cannot be told to break words');
        target.breakWords();
        expect((await bench().failure(connector.spin(bench().job(), order('spintax')))).name).toBe('Fatal');
      });
    },
  });
}
