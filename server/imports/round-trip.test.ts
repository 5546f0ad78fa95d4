import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importAccounts, listAccounts } from '#domain/contract/accounts.ts';
import { importLinks } from '#domain/contract/link-files.ts';
import { addLinks, listLinks } from '#domain/contract/links.ts';
import { importCustomSites } from '#domain/contract/sites.ts';
import { newCampaign, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let app: TestApp;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
});
afterAll(() => app.stop());

const linksOf = async (id: number): Promise<Record<string, string>[]> =>
  (await app.send(listLinks, { params: { id }, query: { order: 'asc' } })).body.urlItems;
const accountsOf = async (id: number): Promise<Record<string, string>[]> =>
  (await app.send(listAccounts, { params: { id } })).body.accounts;
const giveLinks = (id: number, content: string) => app.upload(importLinks, { id, files: { 'a.csv': content } });
const giveAccounts = (id: number, content: string) => app.upload(importAccounts, { id, files: { 'a.csv': content } });

describe('links', () => {
  test('of an export of addresses alone come back as they were, commas and bars included', async () => {
    const urls = [
      'http://x.test/a,b',
      'http://x.test/a|b',
      'http://x.test/a|x|b',
      'http://x.test/"c"',
      'http://x.test/?a=1,2|x|3',
    ];
    const [one, two] = [await newLinkSet(app, campaignId), await newLinkSet(app, campaignId)];
    for (const url of urls)
      await app.send(addLinks, { params: { id: one.id }, body: { url, anchor: 'a', linksOnPage: '' } });
    const file = await (await app.fetch(`/action/export/url_list_only/${one.id}`)).text();
    expect((await giveLinks(two.id, file)).body).toMatchObject({ count: urls.length, rejected: 0 });
    expect((await linksOf(two.id)).map(({ url, anchor }) => [url, anchor])).toEqual(urls.map((url) => [url, '']));
  });

  test('keep the time when they were found', async () => {
    const [one, two] = [await newLinkSet(app, campaignId), await newLinkSet(app, campaignId)];
    const body = { url: 'http://old.test/', anchor: 'a', linksOnPage: '' };
    await app.send(addLinks, { params: { id: one.id }, body });
    const { db } = app.app.store;
    const added_at = new Date('2024-02-03T04:05:06.000Z');
    await db.updateTable('url_items').set({ added_at }).where('url_list_id', '=', one.id).execute();
    await giveLinks(two.id, await (await app.fetch(`/action/export/url_list/${one.id}`)).text());
    expect((await linksOf(two.id))[0]).toMatchObject({ dateAdded: '2024-02-03T04:05:06.000Z' });
    const ahead = 'url,dateAdded\nhttp://ahead.test/,2999-01-01T00:00:00Z\nhttp://none.test/,yesterday';
    await giveLinks(two.id, ahead);
    for (const { dateAdded } of (await linksOf(two.id)).slice(1))
      expect(Math.abs(Date.now() - Date.parse(dateAdded ?? ''))).toBeLessThan(60_000);
  });

  test.each([
    ['mailto:a@b.c', 'Only addresses of http and https are taken'],
    ['ftp://x.test/a', 'Only addresses of http and https are taken'],
    ['//x.test/a', 'The address has no http: or https: before its //'],
    ['http://a.test;an', 'a.test;an cannot be the name of a host'],
    ['https://name:secret@a.test/', 'The address brings a login along'],
    ['no address', 'No web address at its start'],
  ])('%s is refused with a word', async (line, reason) => {
    const { id } = await newLinkSet(app, campaignId);
    const { body } = await giveLinks(id, `url\n${line}`);
    expect(body).toMatchObject({ count: 0, verdicts: [{ verdict: 'refused', reason }] });
    expect((await giveLinks(id, line)).body.verdicts[0].reason).toBe(reason);
    expect((await app.send(addLinks, { params: { id }, body: { links: line } })).body.error.field).toBe('links');
  });

  test('are read by the names of a header in another order', async () => {
    const { id } = await newLinkSet(app, campaignId);
    const file = 'password,anchor,URL,username\npw,"my, anchor",http://x.test/,me\nbad-secret,a,none,me';
    const { body } = await giveLinks(id, file);
    expect(body).toMatchObject({ count: 1, rejected: 1 });
    expect(JSON.stringify(body.verdicts)).not.toContain('bad-secret');
    const found = { url: 'http://x.test/', anchor: 'my, anchor', username: 'me', password: 'pw' };
    expect(await linksOf(id)).toMatchObject([found]);
    expect(await (await app.fetch(`/action/export/url_list/${id}`)).text()).toContain(',me,pw,');
  });
});

describe('accounts', () => {
  test('are read by the names of a header in another order, which is no account itself', async () => {
    const { id } = await newProfile(app, campaignId);
    const { body } = await giveAccounts(id, 'email,password,siteName,username\na@b.c,p|q|r|s,x.test,me\nodd-secret,x');
    expect(body).toMatchObject({ count: 1, rejected: 1 });
    expect(JSON.stringify(body.verdicts)).not.toContain('odd-secret');
    expect(await accountsOf(id)).toMatchObject([
      { siteName: 'x.test', email: 'a@b.c', username: 'me', password: 'p|q|r|s' },
    ]);
  });
});

const many = (write: (at: number) => string) => Array.from({ length: 100_000 }, (_, at) => write(at)).join('\n');
const kinds = [
  ['accounts', 'profile', newProfile, accountsOf, (at: number) => `s${at}.test|a@x|u|p`],
  ['links', 'url_list', newLinkSet, linksOf, (at: number) => `http://s${at}.test/`],
] as const;

/** Transactions that bring in accounts or links. */
const inWork = async (): Promise<number> => {
  const { rows } = await app.app.store.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and state in ('active', 'idle in transaction')
     and query ~* '(into|copy) \\w*(accounts|url_items)'`,
  );
  return rows.length;
};

/** Sends the head and a part of an upload on a connection of its own, and hangs up once it is worked on. */
async function hangUp(path: string, body: string, sentBytes: number): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `cookie: ${app.cookie}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, sentBytes)}`);
  await until('it is worked on', async () => (await inWork()) > 0);
  socket.destroy();
}

describe.each(kinds)('an import of %s', (_, path, make, rowsOf, write) => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const body = `${head}${many(write)}\r\n--x--\r\n`;
  test.each([
    ['torn in the middle', Math.floor(body.length / 2)],
    ['called off when all of it is sent', body.length],
  ])('%s changes nothing', async (_, sentBytes) => {
    const { id } = await make(app, campaignId);
    await hangUp(`/action/import/${path}/${id}`, body, sentBytes);
    await until('its end', async () => (await inWork()) === 0);
    // What still came after it would be seen by a second look.
    await until('its end', async () => (await inWork()) === 0);
    expect(await rowsOf(id)).toEqual([]);
  });
});

test('a refused line of a sites file is told with its reason', async () => {
  const file = [
    'url,siteId,module,connector,platform',
    'http://good.test/,good,SocialNetwork,wordpress,WordPress',
    'nonsense,bad,SocialNetwork,wordpress,WordPress',
    'http://none.test/,none,SocialNetwork,no-such,WordPress',
  ].join('\n');
  const { body } = await app.upload(importCustomSites, { files: { 'sites.csv': file } });
  expect(body.sites.map((site: { id: { siteId: string } }) => site.id.siteId)).toEqual(['good']);
  expect(body).toMatchObject({ count: 1, rejected: 2 });
  expect(body.refused).toMatchObject([
    { line: 3, reason: 'url: Please enter an address that starts with http:// or https://' },
    { line: 4, reason: expect.stringContaining('connector') },
  ]);
});
