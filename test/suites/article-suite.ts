import { expect, it } from 'vitest';
import type { ArticleOrder, ArticleSource } from '#connectors/kit/contract/articles.ts';
import type { FamilyBench, FamilyTarget } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

/** What the suite of article sources drives. */
export interface ArticleTarget extends FamilyTarget<ArticleSource> {
  /** A keyword of which the service knows nothing. */
  unknown: string;
  /** True when finding costs nothing: a lost answer is then simply tried again. */
  isFree?: boolean;
}

/** The suite of the articles family. */
export function articleSuite(target: ArticleTarget): void {
  const { connector } = target;
  const order = (keyword: string): ArticleOrder => ({
    keywords: [keyword, 'flowers'],
    wanted: Math.min(2, connector.maxWanted),
    language: 'en',
    settings: Object.fromEntries(connector.settings.map(({ name, initial }) => [name, initial])),
  });
  familySuite(target, {
    main: (bench, job) => bench.connector.find(job, order('garden')),
    isAct: !target.isFree,
    own: (bench) => {
      it('gives articles about a keyword, at once or when they are written', async () => {
        const articles = await read(bench(), order('garden'));
        expect(articles.length).toBeGreaterThan(0);
        expect(articles.length).toBeLessThanOrEqual(order('garden').wanted);
        for (const { title, body } of articles) {
          expect(title.trim()).not.toBe('');
          expect(body.toLowerCase()).toContain('garden');
        }
      });

      it('finds nothing where there is nothing', async () => {
        expect(await read(bench(), order(target.unknown))).toEqual([]);
      });

      it.runIf(connector.poll)('gives up on an order that the service does not know', async () => {
        const poll = connector.poll?.(bench().job(), 'no-such-order') ?? Promise.resolve();
        expect((await bench().failure(poll)).name).toBe('Fatal');
      });
    },
  });
}

async function read(bench: FamilyBench<ArticleSource>, order: ArticleOrder) {
  let at = await bench.connector.find(bench.job(), order);
  for (let question = 0; at.state === 'waiting' && question < 50; question += 1)
    at = (await bench.connector.poll?.(bench.job(), at.token)) ?? expect.fail('waits, but has no poll');
  return at.state === 'ready' ? at.articles : expect.fail('not ready after 50 questions');
}
