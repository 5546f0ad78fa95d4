import { expect, test } from 'vitest';
import { startBestSpinner } from '#rehearsal/spinners/best-spinner.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { spinnerSuite } from '#test/suites/spinner-suite.ts';
import { bestSpinner } from './index.ts';

spinnerSuite({ connector: bestSpinner, start: startBestSpinner, signsIn: true });

const order = {
  text: `It's a "patient" garden.\nSecond paragraph.`,
  as: 'spintax' as const,
  protectedWords: ['garden', 'absent'],
  marks: ['LWK0Q'],
  language: 'en',
  settings: { quality: '1', maxSyns: 7 },
};

test('a session is kept for the next text, and one that is no longer known is made anew', async () => {
  const api = await startBestSpinner();
  const bench = new FamilyBench(bestSpinner, { ...api, address: api.url });
  const job = bench.job();
  const actions = () => api.requests.map(({ form }) => form.get('action'));
  const { text } = await bestSpinner.spin(job, order);
  expect(text).toBe(`It's a "{patient~|patient~~}" garden.\n{Second~|Second~~} {paragraph~|paragraph~~}.`);
  await bestSpinner.spin(job, order);
  const spin = 'replaceEveryonesFavorites';
  expect(actions()).toEqual(['authenticate', spin, spin]);
  expect(Object.fromEntries(api.requests.at(-1)?.form ?? [])).toMatchObject({
    ...{ text: order.text, maxsyns: '7', quality: '1', protectedterms: 'garden,LWK0Q', format: 'json' },
  });
  api.sessions.clear();
  await bestSpinner.spin(job, order);
  expect(actions().slice(3)).toEqual([spin, 'authenticate', spin]);
  await bench.outside.close();
  await api.close();
});

test('a service that speaks XML alone is asked in XML', async () => {
  const api = await startBestSpinner('xml');
  const bench = new FamilyBench(bestSpinner, { ...api, address: api.url });
  expect((await bestSpinner.spin(bench.job(), order)).text).toContain('"{patient~|patient~~}"');
  expect((await bestSpinner.check(bench.job())).balance).toEqual({ amount: 99, unit: 'requests' });
  await bench.outside.close();
  await api.close();
});
