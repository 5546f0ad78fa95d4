import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceConnector, ServiceJob } from '#connectors/kit/contract/connector.ts';
import { readFields } from '#domain/rules/connector-fields.ts';
import { looksSecret } from '#test/support/canaries.ts';
import { FamilyBench, type FamilyTarget, wrongSecret } from './family-bench.ts';

/** What differs between the families. */
export interface FamilyTests<C extends ServiceConnector> {
  /** The call that the family is about, with usual input. */
  main(bench: FamilyBench<C>, job: ServiceJob): Promise<unknown>;
  /** True when that call may cost or change something: then a lost answer is Unconfirmed. */
  isAct: boolean;
  /** True where nothing tells whether a key works. */
  cannotCheck?: boolean;
  /** True where a question goes before that call: for a session. */
  asksFirst?: boolean;
  /** Tests of the family alone. */
  own(bench: () => FamilyBench<C>): void;
}

/** What holds for the services of every family: declaration, key, faults, secrets. */
export function familySuite<C extends ServiceConnector>(target: FamilyTarget<C>, tests: FamilyTests<C>): void {
  describe(`${target.connector.label} against ${target.against}`, () => {
    let bench: FamilyBench<C>;
    beforeAll(async () => {
      bench = new FamilyBench(target.connector, await target.start(), target.wrongKey);
    });
    beforeEach(() => bench.at.reset?.());
    afterAll(async () => {
      await bench.outside.close();
      await bench.at.close();
    });
    declarationTests(target.connector, () => bench);
    tests.own(() => bench);
    keyTests(() => bench, tests);
    faultTests(() => bench, tests);
    it('leaves no secret in any log line or error', () => {
      expect(bench.traces.length).toBeGreaterThan(0);
      for (const secret of [...bench.secrets, wrongSecret])
        for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, -3)])
          expect(bench.traces.filter((line) => line.includes(form))).toEqual([]);
    });
  });
}

function declarationTests(connector: ServiceConnector, bench: () => FamilyBench<ServiceConnector>): void {
  it('declares its fields so that a screen can draw them', () => {
    const settings = 'settings' in connector ? (connector.settings as typeof connector.fields) : [];
    for (const { name, label, help, kind, choices, range } of [...connector.fields, ...settings]) {
      expect(`${label} ${help}`).toMatch(/^\S.* \S/);
      expect([name, looksSecret(name)]).toEqual([name, kind === 'secret']);
      expect([name, choices !== undefined]).toEqual([name, kind === 'select']);
      if (range) expect(range.min).toBeLessThan(range.max);
    }
    expect(readFields(connector.fields, bench().at.key).problems).toEqual([]);
    for (const { link } of connector.asks) expect(link?.url ?? 'https://').toMatch(/^https:\/\//);
    expect(connector.address).toMatch(/^(|https?:\/\/.*[^/])$/);
  });
}

async function checkTests(bench: FamilyBench<ServiceConnector>, wrong: ServiceJob | undefined): Promise<void> {
  const { connector } = bench;
  const { detail, cannotTell, balance } = await connector.check(bench.job());
  expect(detail).toMatch(/^\S.{3,200}$/);
  if (!wrong) return;
  // Who cannot ask says the same of every key, and makes up no balance.
  if (cannotTell) expect([await connector.check(wrong), balance]).toEqual([{ detail, cannotTell }, undefined]);
  else expect(await bench.failure(connector.check(wrong))).toMatchObject({ name: 'NeedsOperator', ask: 'credentials' });
}

function keyTests<C extends ServiceConnector>(
  bench: () => FamilyBench<C>,
  { main, cannotCheck }: FamilyTests<C>,
): void {
  it('says in one sentence that a key works, and asks the operator when it does not', async ({ skip }) => {
    const { connector } = bench();
    const wrong = bench().wrongJob();
    const refused = { name: 'NeedsOperator', ask: 'credentials' };
    if (cannotCheck) expect((await bench().failure(connector.check(bench().job()))).name).toBe('Fatal');
    else await checkTests(bench(), wrong);
    if (!wrong) return skip('the service knows no key');
    expect(await bench().failure(main(bench(), wrong))).toMatchObject(refused);
  });

  it('sends nothing once it is called off, and may be tried again when nothing listens there', async () => {
    const off = bench().job({ signal: AbortSignal.abort() });
    expect((await bench().failure(main(bench(), off))).name).toBe('Retryable');
    const away = bench().job({ address: 'http://127.0.0.1:9' });
    expect((await bench().failure(main(bench(), away))).name).toBe('Retryable');
  });
}

function faultTests<C extends ServiceConnector>(
  bench: () => FamilyBench<C>,
  { main, isAct, asksFirst = false }: FamilyTests<C>,
): void {
  const dial = (changes: Parameters<NonNullable<FamilyBench<C>['at']['dial']>>[0]) => bench().at.dial?.(changes);

  it('waits as long as a busy service asks', async ({ skip }) => {
    if (!bench().at.dial) skip('a real service has no dials');
    dial({ busy: true });
    expect(await bench().failure(main(bench(), bench().job()))).toMatchObject({ name: 'Retryable', afterMs: 7_000 });
    dial({ busy: false, tooMany: { retryAfter: 3 } });
    expect(await bench().failure(main(bench(), bench().job()))).toMatchObject({ name: 'Retryable', afterMs: 3_000 });
  });

  it('does not know after a lost or unreadable answer where it may cost, and tries again elsewhere', async ({
    skip,
  }) => {
    if (!bench().at.dial) skip('a real service has no dials');
    const lost = isAct && !asksFirst ? 'Unconfirmed' : 'Retryable';
    dial({ dropBeforeAnswer: true, times: 1 });
    expect((await bench().failure(main(bench(), bench().job()))).name).toBe(lost);
    if (!isAct) return;
    for (const fault of ['dropAfterCommit', 'garble'] as const) {
      dial({ dropBeforeAnswer: false, [fault]: true, times: 1 });
      expect((await bench().failure(main(bench(), bench().job()))).name).toBe('Unconfirmed');
      dial({ [fault]: false });
    }
  });
}
