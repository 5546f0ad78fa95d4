import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LinkToTell, nextBatch } from './next-batch.ts';

const rows = (...urls: string[]): LinkToTell[] => urls.map((url, at) => ({ id: at + 1, key: url, url }));
const free = { most: 100, oneHost: false, leftOut: new Map<string, string>() };

describe('a batch', () => {
  test('holds each address once, and ends where the host changes or it is full', () => {
    const links = rows('https://a.test/1', 'https://a.test/1', 'https://a.test/2', 'https://b.test/1');
    expect(nextBatch(links, free)).toMatchObject({
      urls: ['https://a.test/1', 'https://a.test/2', 'https://b.test/1'],
      nTold: 4,
    });
    const ofOne = nextBatch(links, { ...free, oneHost: true });
    expect(ofOne).toMatchObject({ urls: ['https://a.test/1', 'https://a.test/2'], nTold: 3, last: { id: 3 } });
    expect(nextBatch(links, { ...free, most: 1 })).toMatchObject({
      urls: ['https://a.test/1'],
      nTold: 2,
      last: { id: 2 },
    });
  });

  test('leaves out hosts with their reasons, and what is no web address', () => {
    const leftOut = new Map([['b.test:8080', 'held']]);
    const links = rows('http://b.test:8080/1', 'nonsense', 'ftp://a.test/', 'http://b.test/1', 'http://b.test:8080/2');
    expect(nextBatch(links, { ...free, leftOut, oneHost: true })).toEqual({
      urls: ['http://b.test/1'],
      nTold: 1,
      leftOut: [
        { text: 'held', links: 2, host: 'b.test:8080' },
        { text: 'It is no web address', links: 2 },
      ],
      last: links[4],
    });
  });

  test('of nothing is nothing', () => {
    expect(nextBatch([], free)).toEqual({ urls: [], nTold: 0, leftOut: [], last: undefined });
  });

  test('after batch settles each link once, whatever the links and the rules', () => {
    const url = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(3))
      .map(([host, path]) => `https://${host}.test/${path}`);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(url, fc.constant('bad'))),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (urls, most, oneHost) => {
          let left = rows(...urls.toSorted());
          let settled = 0;
          while (left.length > 0) {
            const batch = nextBatch(left, { most, oneHost, leftOut: new Map([['c.test', 'held']]) });
            expect(batch.urls.length).toBeLessThanOrEqual(most);
            if (oneHost) expect(new Set(batch.urls.map((one) => new URL(one).host)).size).toBeLessThanOrEqual(1);
            settled += batch.nTold + batch.leftOut.reduce((sum, { links }) => sum + links, 0);
            left = left.filter(({ id }) => id > (batch.last?.id ?? Number.POSITIVE_INFINITY));
          }
          expect(settled).toBe(urls.length);
        },
      ),
    );
  });
});
