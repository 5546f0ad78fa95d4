import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { readyNetwork, withNumber } from '#test/support/networks.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealWordPress, startWordPress } from '#test/support/real/start.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Posts on a real WordPress as their readers see them (D-ENG-26). POST_SHOTS names a folder for their pictures. */
const reason = whyNotReal([
  'nginx-light',
  'php-fpm',
  'php-mysql',
  'mariadb-server',
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'chromium',
]);
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
// Pages of a real WordPress reach for outside hosts; there are none here.
const noOutside = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';

interface Language {
  name: string;
  title: string;
  body: string;
  keyword: string;
  script: PostingFields['addressScript'];
  /** Last part of the address. */
  address: string;
}
const paragraphs = (...texts: string[]) => texts.join('\n\n');
const languages: Language[] = [
  {
    name: 'English',
    title: 'Great Garden Paths & Café Corners',
    body: paragraphs(
      'Gravel is easy to lay. It drains well.',
      'Wood is warm underfoot. It needs care.',
      'Choose what fits.',
    ),
    keyword: 'stone slabs',
    script: 'latin',
    address: 'great-garden-paths-cafe-corners',
  },
  {
    name: 'Arabic',
    title: 'أفضل أدوات الحديقة',
    body: paragraphs('الحديقة مكان جميل. نزورها كل يوم.', 'الأدوات الجيدة تدوم طويلا.', 'اختر ما يناسبك.'),
    keyword: 'أحجار الممرات',
    script: 'own',
    address: 'أفضل-أدوات-الحديقة',
  },
  {
    name: 'Chinese',
    title: '花园小路指南',
    body: paragraphs('砾石容易铺设。它排水良好。', '木头踩起来很温暖。', '请选择合适的材料。'),
    keyword: '石板',
    script: 'own',
    address: '花园小路指南',
  },
  {
    name: 'Hindi',
    title: 'बाग के रास्ते',
    body: paragraphs('बजरी बिछाना आसान है। पानी आसानी से निकलता है।', 'लकड़ी गर्म लगती है।', 'जो उचित हो वह चुनें।'),
    keyword: 'पत्थर की पटिया',
    script: 'latin',
    address: 'baag-ke-raaste',
  },
];

let app: TestApp;
let wordpress: RealWordPress;
let browser: Browser;
let images: PageServer;

describe.skipIf(reason)(`posts on a real WordPress${reason ? ` (skipped: ${reason})` : ''}`, () => {
  beforeAll(async () => {
    wordpress = await startWordPress();
    app = await startTestApp();
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [...args, noOutside],
    });
    const png = await drawPicture();
    images = await startPageServer(
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await wordpress?.stop();
    await images?.close();
  });

  test.each(languages)(
    '$name: author, category, featured image, tags, clean address, no bare link',
    async (language) => {
      const url = await post(language);
      expect(decodeURIComponent(new URL(url).pathname.split('/').filter(Boolean).pop() ?? '')).toBe(language.address);
      const page = await browser.newPage({ viewport: { width: 1280, height: 1_400 } });
      await page.goto(url, { waitUntil: 'load' });
      await expectDressed(page, language);
      const folder = process.env.POST_SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/post-${language.name}.png`, fullPage: true });
      await page.close();
    },
  );

  test('a post of a time is planned under the address that readers will find it at', async () => {
    const fields = { postStatus: 'timed' as const, publishAfterHours: 2 };
    const ready = await readyCampaign(app.app, [{ platform: 'wordpress', ...wordpress }], {
      siteName: 'timed',
      fields,
    });
    const log = await app.listen(topics.project(ready.projectId));
    await app.send(startProject, { params: { id: ready.projectId } });
    await log.until((event) => JSON.stringify(event).includes('"COMPLETED"'), 'the end of the run');
    const { rows } = await app.app.store.pool.query('select url, remote_id from posts where project_id = $1', [
      ready.projectId,
    ]);
    const [{ url, remote_id }] = rows;
    expect(url).toMatch(/\/(?:good|fine)-title-\d\/$/);
    expect((await fetch(url)).status).toBe(404);
    const login = Buffer.from(`${wordpress.username}:${wordpress.password}`).toString('base64');
    const headers = { authorization: `Basic ${login}`, 'content-type': 'application/json' };
    const at = `${wordpress.url}/wp-json/wp/v2/posts/${remote_id}`;
    expect(await (await fetch(`${at}?context=edit`, { headers })).json()).toMatchObject({ status: 'future' });
    const now = { status: 'publish', date_gmt: '2020-01-01T10:00:00' };
    await fetch(at, { method: 'POST', headers, body: JSON.stringify(now) });
    const page = await fetch(url);
    expect([page.status, page.url]).toEqual([200, url]);
  });

  test('a private blog project posts to its network, found by its address, as many times as it is told', async () => {
    const ready = await readyNetwork(app, [wordpress], { fields: { outputAnchor: 'own blog' } });
    // What the catalogue knows by this address already is not asked again what it runs on.
    expect(ready.sites).toMatchObject([{ group: 'Private', platform: expect.stringMatching(/^wordpress$/i) }]);
    await withNumber(app, ready.projectId, { numberOfPosts: 2 });
    await app.send(startProject, { params: { id: ready.projectId } });
    const links = () =>
      app.app.store.db.selectFrom('url_items').where('url_list_id', '=', ready.outputId).selectAll().execute();
    await until('the proofs', async () => (await links()).filter((link) => link.proof_state === 'LIVE').length === 2);
    expect(new Set((await links()).map((link) => link.url)).size).toBe(2);
    expect((await links()).every((link) => link.username === wordpress.username)).toBe(true);
  });

  test('a further post of one title has a suffix, the library one copy of each image', async () => {
    const [english] = languages;
    const url = await post(english as Language);
    expect(url).toMatch(/great-garden-paths-cafe-corners-[a-z0-9]{5}\/$/);
    const library = await fetch(`${wordpress.url}/wp-json/wp/v2/media?per_page=100`);
    const media = (await library.json()) as { slug: string; alt_text: string }[];
    expect(new Set(media.map(({ slug }) => slug)).size).toBe(media.length);
    expect(media).toHaveLength(2);
    for (const { alt_text } of media) expect(alt_text).not.toBe('');
  });
});

/** Posts one article in a language; answers where it stands once its links were seen live and its sign was taken out. */
async function post({ title, body, keyword, script, name }: Language): Promise<string> {
  const ready = await readyCampaign(app.app, [{ platform: 'wordpress', ...wordpress }], {
    siteName: `real-${name}-${Math.random().toString(36).slice(2, 8)}`,
    nArticles: 1,
    fields: {
      addressScript: script,
      category: `Garden & Home (${name})`,
      excerptFrom: 'firstParagraph',
      featuredImage: true,
      insertImages: true,
      searchForImages: false,
      imagesToInsert: `http://${images.host}/one.png\nhttp://${images.host}/two.png`,
      minImage: 2,
      maxImage: 2,
      imagePosition: 'Random',
      cleanAfterProof: true,
      tags: 'paths,stone & moss',
    },
  });
  const { db } = app.app.store;
  const author = { author_name: 'Ada Lovelace', author_bio: 'Writes about gardens, and what walks in them.' };
  await db
    .updateTable('articles')
    .set({ title, body, ...author })
    .where('content_group_id', '=', ready.groupId)
    .execute();
  await db.updateTable('url_items').set({ anchor: keyword }).where('url_list_id', '=', ready.moneyId).execute();
  const log = await app.listen(topics.linkSet(ready.outputId));
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until(
    (event) => event.action === 'urlItemEdited' && JSON.stringify(event).includes('"LIVE"'),
    'the proof of the link',
  );
  const row = await db
    .selectFrom('posts')
    .where('project_id', '=', ready.projectId)
    .select('url')
    .executeTakeFirstOrThrow();
  return row.url ?? '';
}

async function expectDressed(page: Page, { name, title, keyword }: Language): Promise<void> {
  expect(await page.locator('h1').innerText()).toBe(title);
  const text = await page.locator('main').innerText();
  for (const word of ['Ada Lovelace', 'what walks in them', `Garden & Home (${name})`, 'paths', 'stone & moss'])
    expect(text).toContain(word);
  // As text: tests know no browser types. A theme loads pictures lazily, after the page's own load event.
  const look = `all => Promise.all(all.map(async (one) => {
    one.loading = 'eager';
    await one.decode().catch(() => null);
    return { src: one.src, isDrawn: one.naturalWidth > 0 };
  }))`;
  const shown = await page.evaluate<{ src: string; isDrawn: boolean }[]>(
    `(${look})([...document.querySelectorAll('main img')])`,
  );
  expect(shown.length).toBeGreaterThanOrEqual(2);
  for (const { src, isDrawn } of shown) expect([src.includes('/wp-content/uploads/'), isDrawn]).toEqual([true, true]);
  expect(await page.locator('.wp-post-image').count()).toBeGreaterThanOrEqual(1);
  const carrier = page.locator('p', { has: page.getByRole('link', { name: keyword }) });
  const around = (await carrier.innerText()).replace(keyword, '').trim();
  expect(around.length).toBeGreaterThan(4);
}

/** A picture that can be told from an empty one. */
async function drawPicture(): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 900, height: 420 } });
  await page.setContent(
    '<body style="margin:0;height:100vh;background:linear-gradient(160deg,#bcd9ea 45%,#7fae6b 45%,#4d7a43)"></body>',
  );
  const png = await page.screenshot();
  await page.close();
  return png;
}
