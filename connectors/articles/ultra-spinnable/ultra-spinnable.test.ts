import { expect, test } from 'vitest';
import { startUltraSpinnable } from '#rehearsal/articles/ultra-spinnable.ts';
import { articleSuite } from '#test/suites/article-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { ultraSpinnable } from './index.ts';

articleSuite({
  connector: ultraSpinnable,
  start: startUltraSpinnable,
  unknown: 'nothing',
  left: { amount: 33, unit: 'credits' },
});

test('choices are told as 1 and 0, and the login goes to the host of the form alone', async () => {
  const api = await startUltraSpinnable();
  const bench = new FamilyBench(ultraSpinnable, { ...api, address: api.url });
  const order = { keywords: ['garden', 'roses'], wanted: 1, language: 'en', settings: {} };
  await ultraSpinnable.find(bench.job(), order);
  expect(Object.fromEntries(api.requests[0]?.form ?? [])).toMatchObject({
    ...{ keywords: 'garden, roses', premium: '1', minis: '0', nichePacks: '1', spendCredits: '0' },
  });
  const away = bench.job({ key: { ...api.key, balanceAddress: 'http://elsewhere.test/balance' } });
  await expect(ultraSpinnable.check(away)).rejects.toMatchObject({ name: 'Fatal' });
  const { balanceAddress: _, ...key } = api.key;
  expect(await ultraSpinnable.check(bench.job({ key }))).toMatchObject({ cannotTell: true });
  const lost = bench.job({ key: { ...api.key, articlePath: 'no.where' } });
  await expect(ultraSpinnable.find(lost, order)).rejects.toMatchObject({ name: 'Unconfirmed' });
  await bench.outside.close();
  await api.close();
});
