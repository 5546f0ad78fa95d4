import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableText, comparableUrl } from './comparable.ts';
import type { PageLink, PageReading } from './page-reading.ts';
import { judgePage } from './proof.ts';

function page(links: PageLink[], changes: Partial<PageReading> = {}): PageReading {
  return { httpStatus: 200, finalUrl: 'https://blog.test/p', robots: null, links, reason: null, ...changes };
}
const a = { url: 'https://a.test/', anchor: 'alpha', rel: '' };
const b = { url: 'https://b.test/x?y=1&z=2', anchor: 'beta', rel: 'nofollow noopener' };

describe('judgePage', () => {
  it.each([
    ['all there', page([a, b]), [a, b], 'LIVE'],
    ['rel among others', page([b]), [{ ...b, rel: 'nofollow' }], 'LIVE'],
    ['nofollow not asked for is no change', page([{ ...a, rel: 'nofollow' }]), [a], 'LIVE'],
    ['rel taken away', page([{ ...b, rel: '' }]), [{ ...b, rel: 'nofollow' }], 'CHANGED'],
    ['anchor altered', page([{ ...a, anchor: 'other' }]), [a], 'CHANGED'],
    ['one of two gone', page([b]), [a, b], 'CHANGED'],
    ['none stands', page([{ url: 'https://else.test/', anchor: 'x', rel: '' }]), [a, b], 'MISSING'],
    ['page gone', page([a], { httpStatus: 404, reason: 'The page answered 404 Not Found' }), [a], 'MISSING'],
    ['unreachable', page([], { httpStatus: null, reason: 'No connection' }), [a], 'UNREADABLE'],
    ['the same link twice, once on the page', page([a]), [a, a], 'CHANGED'],
    [
      'curly quotes of a blog',
      page([{ ...a, anchor: 'it’s “so” — yes…' }]),
      [{ ...a, anchor: 'it\'s "so" -- yes...' }],
      'LIVE',
    ],
    ['no anchor asked for', page([a]), [{ url: 'https://A.test' }], 'LIVE'],
  ] as const)('%s', (_, reading, expected, state) => {
    expect(judgePage(reading, expected).state).toBe(state);
  });

  it('keeps what really stands there, and says what differs', () => {
    const proof = judgePage(page([{ ...b, anchor: 'changed' }]), [a, b]);
    expect(proof).toEqual({
      state: 'CHANGED',
      httpStatus: 200,
      reason: 'The link to https://a.test/ is not on the page; The anchor of https://b.test/x?y=1&z=2 is "changed"',
      changes: ['missing', 'anchor'],
      links: [
        { url: a.url, anchor: null, rel: null, firstRel: null, found: false },
        { url: b.url, anchor: 'changed', rel: 'nofollow noopener', firstRel: 'nofollow noopener', found: true },
      ],
    });
  });

  it.each(['max-image-preview:none, index', 'follow', '', null])('takes robots rule "%s" for open', (robots) => {
    expect(judgePage(page([a], { robots }), [a]).reason).toBeNull();
  });

  it('warns of a page that is kept out of search engines', () => {
    expect(judgePage(page([a], { robots: 'googlebot: none' }), [a]).reason).toContain('noindex');
    expect(judgePage(page([a], { robots: 'NOINDEX, follow' }), [a])).toMatchObject({
      state: 'LIVE',
      reason: expect.stringContaining('noindex'),
    });
  });

  it('takes the better of two links to one address', () => {
    const proof = judgePage(page([{ ...a, anchor: '' }, a]), [a]);
    expect(proof).toMatchObject({ state: 'LIVE', links: [{ anchor: 'alpha' }] });
  });

  const link = fc.record({
    url: fc.webUrl({ withQueryParameters: true }),
    anchor: fc.string({ minLength: 1 }),
    rel: fc.constantFrom('', 'nofollow', 'ugc nofollow'),
  });
  it('finds every link of a page, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(link, { minLength: 1 }), (links) => {
        const proof = judgePage(page([...links].reverse()), links);
        expect(proof).toMatchObject({ state: 'LIVE', links: links.map(() => ({ found: true })) });
      }),
    );
  });
  it('is never LIVE when a link was taken out', () => {
    fc.assert(
      fc.property(fc.array(link, { minLength: 1 }), fc.nat(), (links, at) => {
        const left = links.filter((_, index) => index !== at % links.length);
        expect(judgePage(page(left), links).state).not.toBe('LIVE');
      }),
    );
  });
});

describe('comparableUrl', () => {
  it.each([
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['https://x.test/?a=1&amp;b=2', 'https://x.test/?a=1&b=2'],
    ['https://x.test/?a=1&#038;b=2', 'https://x.test/?a=1&b=2'],
    ['https://x.test/%c3%bc', 'https://x.test/ü'],
    ['http://x.test:80/p', 'http://x.test/p'],
  ])('%s is %s', (one, other) => {
    expect(comparableUrl(one)).toBe(comparableUrl(other));
  });

  it('tells paths apart that differ by a slash', () => {
    expect(comparableUrl('https://x.test/a')).not.toBe(comparableUrl('https://x.test/a/'));
  });

  it('changes nothing when applied twice', () => {
    fc.assert(fc.property(fc.webUrl(), (url) => comparableUrl(comparableUrl(url)) === comparableUrl(url)));
    fc.assert(fc.property(fc.string(), (text) => comparableText(comparableText(text)) === comparableText(text)));
  });
});
