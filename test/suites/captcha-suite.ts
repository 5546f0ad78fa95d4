import { expect, it } from 'vitest';
import type { CaptchaService, CaptchaTask } from '#connectors/kit/contract/captcha.ts';
import type { FamilyBench, FamilyTarget } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the captcha suite drives, with what its service can be asked to solve. */
export interface CaptchaTarget extends FamilyTarget<CaptchaService> {
  /** A picture with its letters, and one that nobody solves where the service has such. */
  picture: { image: Uint8Array; type: string; answer: string };
  unsolvable?: { image: Uint8Array; type: string };
}

/** The suite of the captcha family. */
export function captchaSuite(target: CaptchaTarget): void {
  const { connector, picture } = target;
  const task: CaptchaTask = { kind: 'picture', image: picture.image, type: picture.type };
  familySuite(target, {
    main: (bench, job) => bench.connector.submit(job, task),
    isAct: true,
    own: (bench) => {
      it('solves a picture, asked again while it works', async () => {
        const job = bench().job();
        expect(await solve(bench(), task)).toMatchObject({ state: 'solved', answer: picture.answer });
        if (connector.reportBad) await connector.reportBad(job, (await solve(bench(), task)).token);
      });

      for (const kind of ['recaptcha-v2', 'recaptcha-v3', 'turnstile'] as const)
        it.runIf(connector.solves.includes(kind))(`solves ${kind}`, async () => {
          const widget = { kind, siteKey: 'site-key-1', pageUrl: 'https://page.test/sign-up' };
          expect((await solve(bench(), widget)).answer).not.toBe('');
        });

      it('declares a pace that a service bears', () => {
        const { firstPollMs, pollMs, giveUpMs } = connector.pace;
        expect(Math.min(firstPollMs, pollMs)).toBeGreaterThanOrEqual(1_000);
        expect(giveUpMs).toBeGreaterThan(firstPollMs + pollMs);
      });

      it('gives up on what it does not know, and on what nobody can solve', async () => {
        expect((await bench().failure(connector.poll(bench().job(), '999999'))).name).toBe('Fatal');
        if (!target.unsolvable) return;
        expect((await bench().failure(solve(bench(), { kind: 'picture', ...target.unsolvable }))).name).toBe('Fatal');
      });
    },
  });
}

/** What whoever keeps the pace does, without the pace. */
async function solve(bench: FamilyBench<CaptchaService>, task: CaptchaTask) {
  let at = await bench.connector.submit(bench.job(), task);
  for (let question = 0; at.state === 'waiting' && question < 50; question += 1)
    at = await bench.connector.poll(bench.job(), at.token);
  return at.state === 'solved' ? at : expect.fail('not solved after 50 questions');
}
