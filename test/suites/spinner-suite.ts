import { expect, it } from 'vitest';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { SpinForm, Spinner, SpinOrder } from '#connectors/kit/contract/spinners.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import type { SpinApi } from '#rehearsal/spinners/spin-desk.ts';
import { until } from '#test/support/until.ts';
import type { FamilyBench } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the spinner suite drives. */
export interface SpinnerTarget {
  connector: Spinner;
  start(): Promise<SpinApi>;
  /** True where a question for a session goes before the first text. */
  signsIn?: true;
}

const text = 'Every garden needs patient hands.\n\nWater the flowers of Ünïcode Gardens slowly & often.';
const protectedWords = ['Ünïcode Gardens', 'flowers'];

/** The suite of the spinner family, against a service of the rehearsal. */
export function spinnerSuite({ connector, start, signsIn }: SpinnerTarget): void {
  let api: SpinApi;
  const order = (as: SpinForm, changes: Partial<SpinOrder> = {}): SpinOrder => ({
    text,
    as,
    protectedWords,
    language: connector.languages[0] ?? 'en',
    settings: Object.fromEntries(connector.settings.map(({ name, initial }) => [name, initial])),
    ...changes,
  });
  const begin = async () => {
    api = await start();
    return { ...api, address: api.url };
  };
  const spinUsual = (bench: FamilyBench<Spinner>, job: ServiceJob) =>
    bench.connector.spin(job, order(connector.gives[0] ?? 'spintax'));
  familySuite(
    { connector, against: 'the rehearsal', start: begin },
    {
      main: spinUsual,
      isAct: true,
      ...(signsIn ? { asksFirst: true } : {}),
      own: (bench) => {
        it.each(connector.gives)('gives %s with other words, and the protected ones as they are', async (as) => {
          const spun = await connector.spin(bench().job(), order(as));
          expect(spun.as).toBe(as);
          const read = as === 'spintax' ? spin(spun.text, seededRandom('suite')) : spun.text;
          expect(read).not.toBe(text);
          for (const word of protectedWords) expect(read).toContain(word);
          if (as === 'spintax') expect(spun.text).toMatch(/\{[^{}|]+\|/);
        });

        it('never hands on a text whose protected words were changed', async () => {
          api.breaksWords = true;
          expect((await bench().failure(spinUsual(bench(), bench().job()))).name).toBe('Fatal');
        });

        it('never hands on a text in which some draws lack a protected word, or an empty one', async () => {
          api.spins = (sent) => sent.replace(/(flowers|LWK\d+Q)/, '{$1|blooms}');
          expect((await bench().failure(spinUsual(bench(), bench().job()))).name).toBe('Fatal');
          api.spins = () => ' ';
          expect((await bench().failure(spinUsual(bench(), bench().job()))).name).toBe('Fatal');
        });

        troubleTests(bench, () => api, spinUsual);
      },
    },
  );
}

type SpinUsual = (bench: FamilyBench<Spinner>, job: ServiceJob) => Promise<unknown>;

function troubleTests(bench: () => FamilyBench<Spinner>, api: () => SpinApi, spinUsual: SpinUsual): void {
  it('asks for money where nothing is left, and waits where it is busy', async () => {
    const failing = () => bench().failure(spinUsual(bench(), bench().job()));
    api().trouble = 'balance';
    expect(await failing()).toMatchObject({ name: 'NeedsOperator', ask: 'balance' });
    api().trouble = 'busy';
    expect(await failing()).toMatchObject({ name: 'Retryable', afterMs: 10_000 });
  });

  it('does not know what became of a text when the answer takes too long or the work is called off', async () => {
    api().dial({ hangAfterCommit: true });
    const late = await bench().failure(spinUsual(bench(), hurried(bench().job())));
    expect(late).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('did not answer within') });
    const stop = new AbortController();
    const before = api().left;
    const failure = bench().failure(spinUsual(bench(), bench().job({ signal: stop.signal })));
    await until('handed in', () => api().left < before);
    stop.abort();
    expect(await failure).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('was called off') });
  });
}

/** A job whose requests have little time. */
const hurried = (job: ServiceJob): ServiceJob => ({
  ...job,
  tools: { ...job.tools, http: (request) => job.tools.http({ ...request, timeoutMs: 300 }) },
});
