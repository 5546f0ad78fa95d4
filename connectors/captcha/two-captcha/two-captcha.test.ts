import { expect, test } from 'vitest';
import { startAntigate } from '#rehearsal/captchas/antigate.ts';
import { captchaSuite } from '#test/suites/captcha-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { twoCaptcha } from './index.ts';

captchaSuite({ connector: twoCaptcha, start: startAntigate, complains: true, givesUp: true });

test('what is known of a captcha is told as the interface names it', async () => {
  const api = await startAntigate();
  const bench = new FamilyBench(twoCaptcha, { ...api, address: api.url });
  const picture = { kind: 'picture', image: Buffer.from('xk4p'), type: 'image/png' } as const;
  const told = { caseSensitive: true, characters: 'digits', minLength: 4, maxLength: 6, isSum: true } as const;
  await twoCaptcha.submit(bench.job(), { ...picture, ...told, instruction: 'the red ones' });
  const page = { siteKey: 'site-1', pageUrl: 'https://page.test/' };
  await twoCaptcha.submit(bench.job(), { kind: 'recaptcha-v2', ...page, isInvisible: true, data: 'd' });
  await twoCaptcha.submit(bench.job(), { kind: 'recaptcha-v3', ...page, action: 'join', minScore: 0.5 });
  const key = api.key.captchaKey;
  const method = 'userrecaptcha';
  const widget = { key, method, googlekey: 'site-1', pageurl: 'https://page.test/' };
  expect(api.requests.map(({ form }) => Object.fromEntries(form))).toEqual([
    {
      ...{ key, method: 'base64', body: Buffer.from('xk4p').toString('base64') },
      ...{ regsense: '1', numeric: '1', min_len: '4', max_len: '6', calc: '1', textinstructions: 'the red ones' },
    },
    { ...widget, invisible: '1', 'data-s': 'd' },
    { ...widget, version: 'v3', action: 'join', min_score: '0.5' },
  ]);
  await bench.outside.close();
  await api.close();
});
