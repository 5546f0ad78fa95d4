import { createGzip, gzipSync } from 'node:zlib';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgePage } from '#domain/rules/proof.ts';
import { pickOne, randomInt, seededRandom } from '#domain/rules/random.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { linksOf } from '#test/support/second-reader.ts';
import { cpuMs } from '#test/support/spent.ts';
import { createOutside, type Outside } from './outside.ts';
import { PageParser, parsePage } from './page-parser.ts';

let pages: PageServer;
let outside: Outside;
beforeAll(async () => {
  pages = await startPageServer();
  outside = createOutside({ timeoutMs: () => 20_000, log: () => {} });
});
afterAll(async () => {
  await outside.close();
  await pages.close();
});
const read = () => outside.readPage(`http://${pages.host}/`, new AbortController().signal);
const own = 'http://h.test/';

describe('tag soup', () => {
  const bits =
    'link link link link link link <div> <div|hidden> </div> <p> </p> <p|style="display:none"> <span> <span|hidden> </span> <b> <b|hidden> </b> <i> </i> <ul> </ul> <li> <li|hidden> </li> <h2> </h2> <a> <a> <a> </a> </a> word word word <section> <section|hidden> </section> <form> </form> <button> </button> <br> <dl> <dt> <dd|hidden> </dl> <em> </em> <noscript> </noscript> <select> </select> <textarea> </textarea>'
      .replaceAll('|', '~')
      .split(' ');
  const soup = (seed: number) => {
    const random = seededRandom(`soup ${seed}`);
    let n = 0;
    const parts = Array.from({ length: randomInt(random, 2, 12) }, () => {
      n += 1;
      return pickOne(random, bits)
        .replace('~', ' ')
        .replace('<a>', `<a href="/${n}">`)
        .replace('word', `w${n} `)
        .replace('link', `<a href="/${n}">l${n}</a>`);
    });
    return `<!doctype html><body>${parts.join('')}`;
  };

  test('a link that a browser shows to nobody is not taken as shown', () => {
    const wrong: string[] = [];
    let nShown = 0;
    for (let seed = 0; seed < 8_000; seed += 1) {
      const html = soup(seed);
      const shown = linksOf(parse(html).childNodes, own).filter((link) => link.shown && link.text !== '');
      nShown += shown.length;
      const known = new Set(shown.map((link) => link.href));
      for (const { url, anchor, hidden } of parsePage(html, own).links)
        if (!hidden && anchor !== '' && !known.has(url)) wrong.push(`${url} in ${html}`);
    }
    expect(nShown).toBeGreaterThan(3_000);
    expect(wrong).toEqual([]);
  });
});

describe('a stranger’s worst', () => {
  const wanted = Array.from({ length: 20 }, (_, at) => ({ url: `${own}a`, anchor: `x ${at}`, rel: 'nofollow' }));
  test.each([
    ['links never closed', '<a href=a>', 100_000],
    ['blocks never closed', '<div>', 200_000],
    ['formatting never closed', '<b>', 300_000],
    ['formatting closed wrongly', '<b><div></b>', 90_000],
    ['ends of nothing', '</i></b></p>', 90_000],
    ['cells', '<table><tr><td><b>', 50_000],
    ['comments never closed', '<!--', 250_000],
    ['asides', '<noscript><a href=a></noscript>', 30_000],
  ])('a megabyte of %s is read at once', (_, piece, count) => {
    const spent = cpuMs(() => {
      const { links } = parsePage(piece.repeat(count), own);
      judgePage({ httpStatus: 200, finalUrl: own, robots: null, reason: null, links }, wanted);
    });
    // Quadratic work took 9 s and more.
    expect(spent).toBeLessThan(4_000);
  });

  test('more links than any page has are not looked at: what is missing then is not known to be missing', () => {
    const { links, isCut } = parsePage('<a href=/a>x</a>'.repeat(20_001), own);
    expect([links.length, isCut]).toEqual([20_000, true]);
    expect(parsePage('<a href=/a>x</a>'.repeat(20_000), own).isCut).toBe(false);
    const page = { httpStatus: 200, finalUrl: own, robots: null, reason: null, links, isCut: true as const };
    expect(judgePage(page, [{ url: `${own}b` }])).toMatchObject({ state: 'UNREADABLE' });
    expect(judgePage(page, [{ url: `${own}a` }])).toMatchObject({ state: 'LIVE' });
  });

  test('a long base does not make all addresses long', () => {
    const withBase = (length: number) =>
      parsePage(`<base href="http://b.test/${'x'.repeat(length)}/"><a href="y">z</a>`, own);
    expect(withBase(1_000)).toMatchObject({ isCut: false, links: [{ url: `http://b.test/${'x'.repeat(1_000)}/y` }] });
    expect(withBase(3_000)).toMatchObject({ isCut: true, links: [{ url: `${own}y` }] });
    const many = Array.from({ length: 9_000 }, (_, at) => `<a href=${at}>`).join('');
    const { links, isCut } = parsePage(`<base href="http://b.test/${'x'.repeat(1_500)}/">${many}`, own);
    expect(isCut).toBe(true);
    expect(links.reduce((sum, { url }) => sum + url.length, 0)).toBeLessThan(2_000_000);
  });

  test('asides are read by portions like the rest, and in their order', () => {
    const aside = (at: number) => `<noscript><a href="/${at}">${at}</a></noscript><a href="/own">o</a>`;
    const html = Array.from({ length: 3_000 }, (_, at) => aside(at)).join('');
    const parser = new PageParser(html, own);
    let portions = 0;
    while (parser.read(10_000)) portions += 1;
    expect(portions).toBeGreaterThan(20);
    const hidden = parser.end().links.filter((link) => link.hidden);
    expect(hidden.map(({ anchor }) => anchor)).toEqual(Array.from({ length: 3_000 }, (_, at) => String(at)));
  });

  test('a small answer that unpacks to a gigabyte is no page', async () => {
    pages.say((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      const gzip = createGzip({ level: 1 });
      gzip.pipe(response);
      const part = Buffer.alloc(1024 * 1024, ' ');
      let left = 300;
      const more = () => {
        left -= 1;
        if (left < 0) gzip.end();
        else gzip.write(part, more);
      };
      more();
    });
    const page = await read();
    expect(page).toMatchObject({
      httpStatus: 200,
      links: [],
      reason: 'The page unpacks to far more than a page holds',
    });
    expect(judgePage(page, [{ url: 'http://behind-the-cut.test/' }])).toMatchObject({ state: 'UNREADABLE' });
  });

  test('a long page is read to the limit, off the event loop', { timeout: 60_000 }, async () => {
    const words = Array.from({ length: 60_000 }, (_, at) => `<p>${(at * 2_654_435_761) % 4_294_967_296} </p>`);
    const long = Buffer.from(`<a href="/first">first</a>${words.join('').repeat(25)}`);
    expect(long.length).toBeGreaterThan(25_000_000);
    const packed = gzipSync(long, { level: 1 });
    for (const isPacked of [true, false]) {
      pages.say((_, response) => {
        const packing = isPacked ? { 'content-encoding': 'gzip' } : {};
        response.writeHead(200, { 'content-type': 'text/html', ...packing }).end(isPacked ? packed : long);
      });
      // Of this thread: what the worker takes does not count.
      const before = process.threadCpuUsage();
      const page = await read();
      const { user, system } = process.threadCpuUsage(before);
      expect(page).toMatchObject({ httpStatus: 200, isCut: true, links: [{ url: `http://${pages.host}/first` }] });
      expect(judgePage(page, [{ url: 'http://behind-the-cut.test/' }])).toMatchObject({ state: 'UNREADABLE' });
      expect((user + system) / 1_000).toBeLessThan(400);
    }
  });

  test.each([
    ['cut', gzipSync('<p>A page</p>'.repeat(500)).subarray(0, 40)],
    ['none', Buffer.from('<p>not packed</p>')],
    ['nothing', Buffer.alloc(0)],
  ])('a packed page that is %s is told, and ends nothing else', async (_, body) => {
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd']) {
      pages.say((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
      });
      const page = await read();
      expect(page.httpStatus).toBe(200);
      if (body.length > 0) expect(page.reason).toMatch(/could not be unpacked/);
    }
    // A fault that nobody heard would come now, and end the process.
    await new Promise((resolve) => setImmediate(resolve));
  });
});
