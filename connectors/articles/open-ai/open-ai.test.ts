import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Articles } from '#connectors/kit/contract/articles.ts';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import { type ChatApi, startOpenAi } from '#rehearsal/articles/open-ai.ts';
import { articleSuite } from '#test/suites/article-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { until } from '#test/support/until.ts';
import { openAi } from './index.ts';

const start = async () => {
  const api = await startOpenAi();
  return Object.assign(api, { address: `${api.url}/v1` });
};

articleSuite({ connector: openAi, start, unknown: 'nothing', pausesMs: 30_000 });

describe('OpenAI', () => {
  let api: ChatApi & { address: string };
  let bench: FamilyBench<typeof openAi>;
  beforeAll(async () => {
    api = await start();
    bench = new FamilyBench(openAi, api);
  });
  beforeEach(() => api.reset());
  afterAll(async () => {
    await bench.outside.close();
    await api.close();
  });
  const order = (settings = {}) => ({ keywords: ['garden', 'roses'], wanted: 1, language: 'de', settings });
  const write = async (job: ServiceJob = bench.job(), settings = {}) => {
    const { articles } = (await openAi.find(job, order(settings))) as Articles;
    return articles[0];
  };

  test('writes an outline, then its sections, by stream or at once', async () => {
    const body = [
      '<h2>Why a garden</h2>\nThe green garden &amp; "Why a garden".\n\nIt &lt; grows.',
      '<h2>How to begin</h2>\nThe green garden &amp; "How to begin".\n\nIt &lt; grows.',
      '<h2>When</h2>\nThe green garden &amp; "When".\n\nIt &lt; grows.',
    ].join('\n\n');
    const whole = { title: 'All about the garden', body, markup: 'html' };
    expect(await write()).toMatchObject(whole);
    expect(api.asked).toHaveLength(4);
    expect(JSON.parse(api.requests[0]?.body.toString() ?? '')).toMatchObject({ model: 'model-one', stream: true });
    expect(api.requests[0]?.body.toString()).toContain('in German');
    api.streams = false;
    expect(await write()).toMatchObject(whole);
    const spun = await write(bench.job(), { spin: true, nSections: 2 });
    expect(spun).toMatchObject({ markup: 'spintax', body: expect.stringContaining('{green|lush}') });
    expect(spun?.body).not.toContain('When');
  });

  test('asks for the rest of a section that was cut', async () => {
    api.fault = 'length';
    // The outline is short enough as it came.
    const article = await write(bench.job(), { nSections: 2 });
    expect(article?.body).toContain('It &lt; grows. And the rest of it.');
    expect(api.asked.filter((asked) => asked.startsWith('Go on'))).toHaveLength(2);
  });

  test('goes on where it stood after a busy moment', async () => {
    const job = bench.job();
    let nLeft = 2;
    const busy = Object.assign(
      { ...job },
      {
        tools: {
          ...job.tools,
          stream: (...asked: Parameters<typeof job.tools.stream>) => {
            nLeft -= 1;
            if (nLeft < 0) api.trouble = 'busy';
            return job.tools.stream(...asked);
          },
        },
      },
    );
    expect(await bench.failure(write(busy))).toMatchObject({ name: 'Retryable', afterMs: 30_000 });
    expect(api.asked).toHaveLength(2);
    api.trouble = null;
    await write(job);
    // The outline and the first section were not asked for again.
    expect(api.asked).toHaveLength(4);
    await write(job);
    expect(api.asked).toHaveLength(8);
  });

  test.each([
    ['cut', 'broke off|ended|lost|answer'],
    ['stall', 'did not answer within'],
  ] as const)('does not know what became of an answer whose line is %s', async (fault, words) => {
    api.fault = fault;
    const job = bench.job();
    const { stream } = job.tools;
    const hurried = {
      ...job,
      tools: {
        ...job.tools,
        stream: (...[asked, most]: Parameters<typeof stream>) => stream({ ...asked, timeoutMs: 300 }, most),
      },
    };
    const failure = await bench.failure(write(hurried));
    expect(failure).toMatchObject({ name: 'Unconfirmed', message: expect.stringMatching(words) });
  });

  test('stops at once when it is called off', async () => {
    api.fault = 'stall';
    const stop = new AbortController();
    const failure = bench.failure(write(bench.job({ signal: stop.signal })));
    await until('asked', () => api.asked.length > 0);
    stop.abort();
    expect(await failure).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('was called off') });
  });

  test('is checked by the list of models, by a short answer where that is missing', async () => {
    const check = (model: string) => openAi.check(bench.job({ key: { ...api.key, model } }));
    expect((await check('model-two')).detail).toContain('model-two');
    expect(api.asked).toEqual([]);
    expect(await bench.failure(check('model-nine'))).toMatchObject({
      name: 'Fatal',
      message: expect.stringContaining('model-nine'),
    });
    api.lists = false;
    expect((await check('model-one')).balance).toBeUndefined();
    expect(api.asked).toHaveLength(1);
    api.trouble = 'balance';
    expect(await bench.failure(check('model-one'))).toMatchObject({ name: 'NeedsOperator', ask: 'balance' });
  });
});
