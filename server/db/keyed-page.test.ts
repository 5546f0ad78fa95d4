import { afterAll, beforeAll, expect, test } from 'vitest';
import { importAccounts, listAccounts } from '#domain/contract/accounts.ts';
import { addLinks, listLinks } from '#domain/contract/links.ts';
import { newCampaign, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { compareNatural } from '#web/lib/natural-order.ts';

let app: TestApp;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
});
afterAll(async () => app?.stop());

const names = [
  'site10.test',
  'site2.test',
  'Site1.test',
  'a-b.test',
  'ab.test',
  '10.test',
  '9.test',
  'zoé.test',
  'zoe.test',
];

test('names are ordered as people do, here as in the browser', async () => {
  const { id } = await newProfile(app, campaignId);
  const lines = names.map((name) => `${name}|a@x|u|p`).join('\n');
  await app.upload(importAccounts, { id, files: { 'a.txt': lines } });
  const { body } = await app.send(listAccounts, { params: { id } });
  const ordered = body.accounts.map((row: { siteName: string }) => row.siteName.toLowerCase());
  expect(ordered).toEqual(names.map((name) => name.toLowerCase()).toSorted(compareNatural));
  expect(ordered.indexOf('site2.test')).toBeLessThan(ordered.indexOf('site10.test'));
});

test.each(['added', 'url'])(
  'a list by %s begins at any row, at letters, and is read on in both directions',
  async (sort) => {
    const { id } = await newLinkSet(app, campaignId);
    for (const part of [0, 1]) {
      const links = Array.from({ length: 50 }, (_, n) => `http://s${part * 50 + n}.test/`).join('\n');
      await app.send(addLinks, { params: { id }, body: { links } });
    }
    const page = async (query: Record<string, unknown>) =>
      (await app.send(listLinks, { params: { id }, query: { sort, order: 'asc', limit: 20, ...query } })).body;
    const urls = ({ urlItems }: { urlItems: { url: string }[] }) => urlItems.map((row) => row.url);
    const all = Array.from({ length: 100 }, (_, n) => `http://s${n}.test/`);
    const middle = await page({ at: 45 });
    expect([urls(middle), middle.offset]).toEqual([all.slice(45, 65), 45]);
    expect(urls(await page({ after: middle.next }))).toEqual(all.slice(65, 85));
    const above = await page({ before: middle.prev });
    expect(urls(above)).toEqual(all.slice(25, 45));
    expect((await page({ before: above.prev, limit: 40 })).prev).toBeNull();
    const end = await page({ at: 1_000 });
    expect([urls(end), end.offset, end.next]).toEqual([all.slice(80), 80, null]);
    expect((await page({ at: 0 })).prev).toBeNull();
    if (sort === 'added') return;
    const letters = await page({ from: 'http://s7', limit: 2 });
    expect([urls(letters), letters.offset]).toEqual([all.slice(7, 9), 7]);
    const down = await page({ from: 'http://s7', limit: 2, order: 'desc' });
    expect(urls(down)[0]).toBe('http://s7.test/');
  },
);
