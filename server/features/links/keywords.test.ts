import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { newCampaign, newLinkSet } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
});
afterAll(() => app.stop());

describe('keywords', () => {
  const save = async (body: Partial<contract.LinkSetKeywords>) =>
    app.send(contract.saveKeywords, { params: { id: (await newLinkSet(app, campaignId)).id }, body });

  test('are saved and read again', async () => {
    const id = (await newLinkSet(app, campaignId)).id;
    const keywords = {
      ...contract.newKeywords,
      useKeyword: true,
      primaryKeyword: 'a',
      primaryPercentage: 60,
      nakedUrlPercentage: 40,
    };
    expect((await app.send(contract.saveKeywords, { params: { id }, body: keywords })).body).toEqual({ keywords });
    expect((await app.send(contract.listLinks, { params: { id } })).body.keywords).toEqual(keywords);
  });

  test.each<[Partial<contract.LinkSetKeywords>, string, string]>([
    [{ primaryKeyword: '' }, 'primaryKeyword', 'Primary keyword is required'],
    [
      { primaryPercentage: 0, nakedUrlPercentage: 100 },
      'primaryPercentage',
      'Primary percentage must be greater than zero',
    ],
    [{ primaryPercentage: 90, secondaryPercentage: 10 }, 'secondaryKeyword', 'Secondary keyword is required'],
    [{ primaryPercentage: 90, brandedPercentage: 10 }, 'brandedKeyword', 'Branded keyword is required'],
    [{ primaryPercentage: 90, genericPercentage: 10 }, 'genericKeyword', 'Generic keyword is required'],
    [{ primaryPercentage: 90 }, 'primaryPercentage', 'Percentages must add up to 100'],
    [{ primaryPercentage: 110 }, 'primaryPercentage', 'Must be a number between 0 and 100'],
    [{ genericPercentage: -1 }, 'genericPercentage', 'Must be a number between 0 and 100'],
  ])('%j is refused', async (changes, field, message) => {
    const answer = await save({ ...contract.newKeywords, useKeyword: true, primaryKeyword: 'a', ...changes });
    expect(answer.body.error).toMatchObject({ field, message });
  });

  test('reach the other windows', async () => {
    const { id } = await newLinkSet(app, campaignId);
    const log = await app.listen(topics.linkSet(id));
    const keywords = { ...contract.newKeywords, primaryKeyword: 'told' };
    await app.send(contract.saveKeywords, { params: { id }, body: keywords });
    expect(await log.all()).toEqual([{ action: 'keywordsSaved', keywords }]);
  });

  test('are not checked while they are not used, but the shares are the whole always', async () => {
    const off = { useKeyword: false, primaryPercentage: 0, nakedUrlPercentage: 100 };
    expect((await save(off)).body.keywords.primaryPercentage).toBe(0);
    expect((await save({ ...off, nakedUrlPercentage: 40 })).body.error.message).toBe('Percentages must add up to 100');
  });
});

test('a deletion of many named links tells the names of all', async () => {
  const { id } = await newLinkSet(app, campaignId);
  const links = Array.from({ length: 2_300 }, (_, at) => `a.test/${at}`).join('\n');
  const { urlItems } = (await app.send(contract.addLinks, { params: { id }, body: { links } })).body;
  const ids: number[] = urlItems.map((link: contract.UrlItem) => link.id);
  const log = await app.listen(topics.linkSet(id));
  await app.send(contract.deleteLinks, { params: { id }, body: { ids } });
  const told = (await log.all()).flatMap((body) => (body.action === 'urlItemsDeleted' ? [body.ids as number[]] : []));
  expect(told.map((part) => part.length)).toEqual([1_000, 1_000, 300]);
  expect(told.flat().toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
});
