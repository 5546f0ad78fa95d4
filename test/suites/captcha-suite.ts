import { expect, it } from 'vitest';
import type { CaptchaService, CaptchaTask } from '#connectors/kit/contract/captcha.ts';
import type { Balance, ServiceJob } from '#connectors/kit/contract/connector.ts';
import { startApi } from '#rehearsal/api-server.ts';
import type { CaptchaApi } from '#rehearsal/captchas/captcha-works.ts';
import { until } from '#test/support/until.ts';
import type { FamilyBench } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the captcha suite drives, with what its service can be asked to solve. */
export interface CaptchaTarget {
  connector: CaptchaService;
  start(): Promise<CaptchaApi>;
  /** True where it says, in words of its own, when nothing is left or nobody is free. */
  complains: boolean;
  /** True where a picture of "unsolvable" is solved by nobody. */
  givesUp: boolean;
  /** True where nothing tells whether a key works. */
  cannotCheck?: boolean;
  /** What it has left, where that is not 12.345 USD. */
  left?: Balance;
}

/** The letters of the picture: the rehearsed services "read" its bytes as them. */
const answer = 'xk4p';
const pictureOf = (text: string): CaptchaTask => ({ kind: 'picture', image: Buffer.from(text), type: 'image/png' });

/** The suite of the captcha family, against a service of the rehearsal. */
export function captchaSuite({ connector, start, complains, givesUp, cannotCheck = false, left }: CaptchaTarget): void {
  let api: CaptchaApi;
  const begin = async () => {
    api = await start();
    return { ...api, address: api.url };
  };
  familySuite(
    { connector, against: 'the rehearsal', start: begin },
    {
      main: (bench, job) => bench.connector.submit(job, pictureOf(answer)),
      isAct: true,
      cannotCheck,
      own: (bench) => {
        solvingTests(bench, givesUp);
        complaintTests({ bench, api: () => api, complains, cannotCheck, reports: connector.reportBad !== undefined });
        it.runIf(!cannotCheck)('tells what is left', async () => {
          const { balance } = await connector.check(bench().job());
          expect(balance).toEqual(left ?? { amount: 12.345, unit: 'usd' });
        });
        lossTests(bench, () => api);
      },
    },
  );
}

interface Complaints {
  bench: () => FamilyBench<CaptchaService>;
  api: () => CaptchaApi;
  complains: boolean;
  cannotCheck: boolean;
  reports: boolean;
}

function complaintTests({ bench, api, complains, cannotCheck, reports }: Complaints): void {
  it.runIf(complains)('asks for money where nothing is left, and waits where nobody is free', async () => {
    const submit = () => bench().failure(bench().connector.submit(bench().job(), pictureOf(answer)));
    api().trouble = 'balance';
    expect(await submit()).toMatchObject({ name: 'NeedsOperator', ask: 'balance' });
    api().trouble = 'busy';
    expect(await submit()).toMatchObject({ name: 'Retryable', afterMs: 5_000 });
  });

  it.runIf(reports)('tells which answer was wrong', async () => {
    const before = api().works.size;
    const { token } = await solve(bench(), pictureOf(answer));
    await bench().connector.reportBad?.(bench().job(), token);
    expect([...api().works.values()].slice(before)).toMatchObject([{ isBad: true }]);
  });

  it.runIf(!cannotCheck)('takes no other program for the service', async () => {
    const other = await startApi(() => ({ type: 'text/html', body: '<h1>It works</h1>' }));
    const failure = await bench().failure(bench().connector.check(bench().job({ address: other.url })));
    expect(['Fatal', 'NeedsOperator']).toContain(failure.name);
    await other.close();
  });
}

function lossTests(bench: () => FamilyBench<CaptchaService>, api: () => CaptchaApi): void {
  it('does not know what became of a captcha when the answer takes too long or the work is called off', async () => {
    api().dial({ hangAfterCommit: true });
    const late = await bench().failure(bench().connector.submit(hurried(bench().job()), pictureOf(answer)));
    expect(late).toMatchObject({
      name: 'Unconfirmed',
      message: expect.stringContaining('did not answer within'),
    });
    const stop = new AbortController();
    const seen = api().requests.length;
    const begun = bench().connector.submit(bench().job({ signal: stop.signal }), pictureOf(answer));
    const failure = bench().failure(begun);
    await until('handed in', () => api().requests.length > seen);
    stop.abort();
    expect(await failure).toMatchObject({
      name: 'Unconfirmed',
      message: expect.stringContaining('was called off'),
    });
  });
}

function solvingTests(bench: () => FamilyBench<CaptchaService>, givesUp: boolean): void {
  it('solves a picture, asked again while it works', async () => {
    expect(await solve(bench(), pictureOf(answer))).toMatchObject({ state: 'solved', answer });
  });

  for (const kind of ['recaptcha-v2', 'recaptcha-v3', 'turnstile'] as const)
    it(`solves ${kind}, or does not say so`, async ({ skip }) => {
      if (!bench().connector.solves.includes(kind)) return skip('it does not');
      const widget = { kind, siteKey: 'site-key-1', pageUrl: 'https://page.test/sign-up' };
      expect((await solve(bench(), widget)).answer).toBe('token-for-site-key-1');
    });

  it('declares a pace that a service bears', () => {
    const { firstPollMs, pollMs, giveUpMs } = bench().connector.pace;
    expect(Math.min(firstPollMs, pollMs)).toBeGreaterThanOrEqual(1_000);
    expect(giveUpMs).toBeGreaterThan(firstPollMs + pollMs);
  });

  it('gives up on what it does not know, and on what nobody can solve', async () => {
    const { connector } = bench();
    expect((await bench().failure(connector.poll(bench().job(), '999999'))).name).toBe('Fatal');
    if (givesUp) expect((await bench().failure(solve(bench(), pictureOf('unsolvable')))).name).toBe('Fatal');
  });
}

/** A job whose requests have little time. */
const hurried = (job: ServiceJob): ServiceJob => ({
  ...job,
  tools: { ...job.tools, http: (request) => job.tools.http({ ...request, timeoutMs: 300 }) },
});

/** What whoever keeps the pace does, without the pace. */
async function solve(bench: FamilyBench<CaptchaService>, task: CaptchaTask) {
  let at = await bench.connector.submit(bench.job(), task);
  for (let question = 0; at.state === 'waiting' && question < 50; question += 1)
    at = await bench.connector.poll(bench.job(), at.token);
  return at.state === 'solved' ? at : expect.fail('not solved after 50 questions');
}
