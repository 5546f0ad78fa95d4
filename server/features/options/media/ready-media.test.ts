import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkMedia, firstMedia } from '#domain/contract/media-search.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import type { MediaApi } from '#rehearsal/media/media-api.ts';
import { startPexels } from '#rehearsal/media/pexels.ts';
import { startPixabay } from '#rehearsal/media/pixabay.ts';
import { startUnsplash } from '#rehearsal/media/unsplash.ts';
import { startYouTube } from '#rehearsal/media/you-tube.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let apis: Record<'Pexels' | 'Pixabay' | 'Unsplash' | 'YouTube', MediaApi>;
let app: TestApp;
beforeAll(async () => {
  const [Pexels, Pixabay, Unsplash, YouTube] = await Promise.all([
    startPexels(),
    startPixabay(),
    startUnsplash(),
    startYouTube(),
  ]);
  apis = { Pexels, Pixabay, Unsplash, YouTube };
  const mediaAddresses = Object.fromEntries(Object.entries(apis).map(([name, { url }]) => [name, url]));
  app = await startTestApp({ roles: ['http'], mediaAddresses });
});
beforeEach(async () => {
  for (const api of Object.values(apis)) api.reset();
  app.app.outside.holds?.clear();
  await app.app.store.pool.query(`delete from settings where key = 'options'`);
});
afterAll(async () => {
  await app?.stop();
  await Promise.all(Object.values(apis ?? {}).map((api) => api.close()));
});

const page = async () => (await app.send(getOptions)).body.options;
const save = async (body: object) => (await app.send(saveOptions, { body })).body;
const check = async (mediaService: string, apiKey: string) =>
  (await app.send(checkMedia, { body: { mediaService, apiKey } })).body;

describe('sources of media', () => {
  test('are kept with their keys sealed, and a save that tells of one forgets nothing of the others', async () => {
    expect(await page()).toMatchObject(firstMedia);
    const pexels = { apiKey: 'pexels-key-12345' };
    await save({ imageService: 'Pexels', media: { pexels, unsplash: { apiKey: 'un-key-12345', appName: 'garden' } } });
    const { rows } = await app.app.store.pool.query(`select value::text from settings where key = 'options'`);
    for (const secret of ['pexels-key-12345', 'un-key-12345']) expect(rows[0].value).not.toContain(secret);
    await save({ videoService: 'Pexels', media: { unsplash: { apiKey: 'un-key-two-12345' } } });
    await save({ waitTimeOut: 60 });
    expect(await page()).toMatchObject({
      imageService: 'Pexels',
      videoService: 'Pexels',
      media: { ...firstMedia.media, pexels, unsplash: { apiKey: 'un-key-two-12345', appName: 'garden' } },
    });
    await save({ media: { pexels: { apiKey: '' } } });
    expect((await page()).media.pexels).toEqual({ apiKey: '' });
  });

  test.each([
    [{ imageService: 'YouTube' }, 'imageService'],
    [{ videoService: 'Openverse' }, 'videoService'],
    [{ videoService: null }, 'videoService'],
    [{ media: { pexels: { apiKey: 5 } } }, 'media.pexels.apiKey'],
    [{ media: 'all' }, 'media'],
  ])('refuse %o', async (body, field) => {
    expect((await save(body)).error).toMatchObject({ code: 'INVALID', field, tab: 'content' });
    expect(await page()).toMatchObject(firstMedia);
  });

  test.each(['Pexels', 'Pixabay', 'Unsplash', 'YouTube'] as const)('%s says whether it takes a key', async (name) => {
    const api = apis[name];
    expect(await check(name, String(api.key.apiKey))).toEqual({ balance: 1, unit: null });
    expect(await check(name, 'wrong-key-12345')).toEqual({ balance: -1, unit: null });
    const asked = api.requests.length;
    expect((await check(name, ' ')).error).toMatchObject({ code: 'INVALID', field: 'apiKey' });
    expect(api.requests).toHaveLength(asked);
    api.dial({ busy: true });
    const { error } = await check(name, String(api.key.apiKey));
    expect(error.code).toBe('OUTSIDE_REFUSED');
    expect(error.message).toContain('503');
    expect(JSON.stringify(await page())).not.toContain('wrong-key-12345');
  });

  test('without a key there is nothing to check', async () => {
    expect((await check('Openverse', 'any-key-12345')).error.message).toBe('Openverse asks for no key');
  });
});
