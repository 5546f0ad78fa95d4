import { expect, it } from 'vitest';
import type { ArticleOrder, ArticleSource } from '#connectors/kit/contract/articles.ts';
import type { Balance, ServiceJob } from '#connectors/kit/contract/connector.ts';
import { startApi } from '#rehearsal/api-server.ts';
import type { SourceApi } from '#rehearsal/articles/source-api.ts';
import { until } from '#test/support/until.ts';
import type { FamilyBench } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the suite of article sources drives. */
export interface ArticleTarget {
  connector: ArticleSource;
  start(): Promise<SourceApi & { address?: string }>;
  /** A keyword of which the service knows nothing. */
  unknown: string;
  /** What it has left; missing where it tells of no number. */
  left?: Balance;
  /** How long it asks to wait where it is busy in words of its own, in ms. */
  pausesMs?: number;
}

/** The suite of the articles family, against a service of the rehearsal. */
export function articleSuite({ connector, start, unknown, left, pausesMs = 30_000 }: ArticleTarget): void {
  let api: SourceApi;
  const begin = async () => {
    const started = await start();
    api = started;
    return Object.assign(started, { address: started.address ?? started.url });
  };
  familySuite(
    { connector, against: 'the rehearsal', start: begin },
    {
      main: (bench, job) => bench.connector.find(job, orderOf(connector, 'garden')),
      isAct: true,
      own: (bench) => {
        readingTests(bench, unknown);
        it('asks for money where nothing is left, and waits where it is busy', async () => {
          const find = () => bench().failure(connector.find(bench().job(), orderOf(connector, 'garden')));
          api.trouble = 'balance';
          expect(await find()).toMatchObject({ name: 'NeedsOperator', ask: 'balance' });
          api.trouble = 'busy';
          expect(await find()).toMatchObject({ name: 'Retryable', afterMs: pausesMs });
        });
        it('tells what is left, and takes no other program for the service', async () => {
          expect((await connector.check(bench().job())).balance).toEqual(left);
          const other = await startApi(() => ({ type: 'text/html', body: '<h1>It works</h1>' }));
          const key = { ...api.key, ...(api.key.balanceAddress ? { balanceAddress: other.url } : {}) };
          const failure = await bench().failure(connector.check(bench().job({ key, address: other.url })));
          expect(failure.name).toBe('Fatal');
          await other.close();
        });
        lossTests(bench, () => api);
      },
    },
  );
}

function orderOf({ maxWanted, settings }: ArticleSource, keyword: string): ArticleOrder {
  const initial = settings.map(({ name, initial }) => [name, initial]);
  return {
    keywords: [keyword, 'flowers'],
    wanted: Math.min(2, maxWanted),
    language: 'en',
    settings: Object.fromEntries(initial),
  };
}

function readingTests(bench: () => FamilyBench<ArticleSource>, unknown: string): void {
  it('gives articles about a keyword, at once or when they are written', async () => {
    const order = orderOf(bench().connector, 'garden');
    const articles = await read(bench(), order);
    expect(articles.length).toBeGreaterThan(0);
    expect(articles.length).toBeLessThanOrEqual(order.wanted);
    for (const { title, body } of articles) {
      expect(title.trim()).not.toBe('');
      expect(body.toLowerCase()).toContain('garden');
    }
  });

  it('finds nothing where there is nothing', async () => {
    expect(await read(bench(), orderOf(bench().connector, unknown))).toEqual([]);
  });

  it('gives up on an order that the service does not know', async ({ skip }) => {
    const { connector } = bench();
    if (!connector.poll) return skip('it answers at once');
    expect((await bench().failure(connector.poll(bench().job(), 'no-such-order'))).name).toBe('Fatal');
  });

  it('declares a pace that a service bears', () => {
    const { pollMs, giveUpMs } = bench().connector.pace;
    expect(pollMs).toBeGreaterThanOrEqual(1_000);
    expect(giveUpMs).toBeGreaterThan(pollMs);
  });
}

function lossTests(bench: () => FamilyBench<ArticleSource>, api: () => SourceApi): void {
  it('does not know what became of an order when the answer takes too long or the work is called off', async () => {
    const { connector } = bench();
    const order = orderOf(connector, 'garden');
    api().dial({ hangAfterCommit: true });
    const late = await bench().failure(connector.find(hurried(bench().job()), order));
    expect(late).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('did not answer within') });
    const stop = new AbortController();
    const acts = () => api().requests.filter(({ form }) => form.get('action') !== 'authenticate').length;
    const seen = acts();
    const failure = bench().failure(connector.find(bench().job({ signal: stop.signal }), order));
    await until('ordered', () => acts() > seen);
    stop.abort();
    expect(await failure).toMatchObject({ name: 'Unconfirmed', message: expect.stringContaining('was called off') });
  });
}

/** A job whose requests have little time. */
const hurried = (job: ServiceJob): ServiceJob => ({
  ...job,
  tools: {
    ...job.tools,
    http: (request) => job.tools.http({ ...request, timeoutMs: 300 }),
    stream: (request, maxBytes) => job.tools.stream({ ...request, timeoutMs: 300 }, maxBytes),
  },
});

/** A source that is entered before it is asked for anything: what the suite has lost is the order, not the entrance. */
export function whereOrdersComeSecond<A extends SourceApi>(api: A): A {
  const { dial } = api;
  return Object.assign(api, {
    dial: ({ dropBeforeAnswer, ...others }: Parameters<typeof dial>[0]) =>
      dial({ ...(dropBeforeAnswer === undefined ? {} : { dropAfterCommit: dropBeforeAnswer }), ...others }),
  });
}

async function read(bench: FamilyBench<ArticleSource>, order: ArticleOrder) {
  let at = await bench.connector.find(bench.job(), order);
  for (let question = 0; at.state === 'waiting' && question < 50; question += 1)
    at = (await bench.connector.poll?.(bench.job(), at.token)) ?? expect.fail('waits, but has no poll');
  return at.state === 'ready' ? at.articles : expect.fail('not ready after 50 questions');
}
