import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { addLinks, saveKeywords } from '#domain/contract/links.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { seededRandom, shuffle } from '#domain/rules/random.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { type RealWordPress, startWordPress } from '#test/support/real/start.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';
import { type PictureLanguage, pictureLanguages } from './pictures-texts.ts';

/**
 * Posts 30 articles in four languages to a real WordPress, with author, category, featured image, tags and a mix of anchors,
 * and takes a picture of each public page, for a careful editor to look at. Prints the folder.
 * node bench/pictures.ts
 */
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
// Pages of a real WordPress reach for outside hosts; there are none here.
const noOutside = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
const mix = {
  primaryPercentage: 40,
  secondaryPercentage: 20,
  brandedPercentage: 15,
  genericPercentage: 15,
  nakedUrlPercentage: 10,
};

interface Stage {
  app: TestApp;
  wordpress: RealWordPress;
  images: PageServer;
}

const folder = mkdtempSync(join(tmpdir(), 'lw-pictures-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [...args, noOutside],
});
const wordpress = await startWordPress();
const app = await startTestApp();
const pictures = await drawPictures(browser, 8);
const images = await startPageServer((request, response) => {
  const nth = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0) % pictures.length;
  response.writeHead(200, { 'content-type': 'image/png' }).end(pictures[nth]);
});
try {
  const lines: string[] = [];
  for (const language of pictureLanguages)
    for (const [nth, url] of (await postAll({ app, wordpress, images }, language)).entries()) {
      const name = `${language.name}-${nth + 1}.png`;
      lines.push(`${name} ${decodeURIComponent(url)}`);
      await takePicture(browser, url, join(folder, name));
    }
  writeFileSync(join(folder, 'addresses.txt'), `${lines.join('\n')}\n`);
  console.log(lines.join('\n'));
  console.log(`${lines.length} pictures in ${folder}`);
} finally {
  await browser.close();
  await app.stop();
  await wordpress.stop();
  await images.close();
}

/** Posts all articles of a language; answers where they stand once their links were seen live. */
async function postAll({ app, wordpress, images }: Stage, language: PictureLanguage): Promise<string[]> {
  const { titles } = language;
  const ready = await readyCampaign(app.app, [{ platform: 'wordpress', ...wordpress }], {
    siteName: language.name,
    rowsPerSite: titles.length,
    nArticles: titles.length,
    fields: fieldsOf(language, images),
  });
  await mixAnchors(app, ready, language);
  await writeArticles(app, ready.groupId, language);
  await app.send(startProject, { params: { id: ready.projectId } });
  const posts = async () => {
    const sql = 'select url, reason, cleaned_at as "cleanedAt" from posts where project_id = $1 order by id';
    return (await app.app.store.pool.query<Row>(sql, [ready.projectId])).rows;
  };
  await until(`the posts in ${language.name} are proved and clean`, async () => {
    const rows = await posts();
    const failed = rows.find((row) => row.url === null && row.reason !== null);
    if (failed) throw new Error(failed.reason ?? '');
    return rows.length === titles.length && rows.every((row) => row.cleanedAt !== null);
  });
  return (await posts()).map((row) => row.url ?? '');
}

interface Row {
  url: string | null;
  reason: string | null;
  cleanedAt: Date | null;
}

function fieldsOf({ script, category, tags }: PictureLanguage, images: PageServer): Partial<PostingFields> {
  return {
    addressScript: script,
    category,
    tags,
    excerptFrom: 'firstParagraph',
    featuredImage: true,
    insertImages: true,
    searchForImages: false,
    imagesToInsert: [0, 1, 2, 3, 4, 5, 6, 7].map((nth) => `http://${images.host}/garden-${nth}.png`).join('\n'),
    minImage: 1,
    maxImage: 2,
    cleanAfterProof: true,
    maxLinks: 2,
  };
}

/** Two links to choose from, one or two a post, with all five kinds of anchors. */
async function mixAnchors(
  app: TestApp,
  { moneyId, projectId }: ReadyCampaign,
  { keywords }: PictureLanguage,
): Promise<void> {
  const { primary, secondary, branded, generic } = keywords;
  await app.send(addLinks, {
    params: { id: moneyId },
    body: { url: 'https://shop.example/autumn', anchor: secondary },
  });
  const words = {
    primaryKeyword: primary,
    secondaryKeyword: secondary,
    brandedKeyword: branded,
    genericKeyword: generic,
  };
  await app.send(saveKeywords, { params: { id: moneyId }, body: { useKeyword: true, ...words, ...mix } });
  await app.app.store.pool.query(
    `update projects set settings = settings || jsonb_build_object('linkSetProfiles', $2::jsonb) where id = $1`,
    [projectId, JSON.stringify([{ linkSetId: moneyId, name: '', linkProb: 100, minLinks: 1, maxLinks: 2 }])],
  );
}

/** Each article has the paragraphs in an order of its own. */
async function writeArticles(
  app: TestApp,
  groupId: number,
  { titles, paragraphs, author }: PictureLanguage,
): Promise<void> {
  const { db } = app.app.store;
  const rows = await db
    .selectFrom('articles')
    .where('content_group_id', '=', groupId)
    .select('id')
    .orderBy('id')
    .execute();
  for (const [nth, { id }] of rows.entries()) {
    const body = shuffle(seededRandom(`pictures ${groupId} ${nth}`), paragraphs).join('\n\n');
    const text = { title: titles[nth] ?? '', body, author_name: author.name, author_bio: author.bio };
    await db.updateTable('articles').set(text).where('id', '=', id).execute();
  }
}

async function takePicture(browser: Browser, url: string, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1_000 } });
  await page.goto(url, { waitUntil: 'load' });
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

/** Pictures that can be told from each other. */
async function drawPictures(browser: Browser, count: number): Promise<Buffer[]> {
  const page = await browser.newPage({ viewport: { width: 900, height: 420 } });
  const drawn: Buffer[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const hue = 60 + nth * 20;
    const colours = `hsl(200 50% 82%) 45%,hsl(${hue} 35% 55%) 45%,hsl(${hue} 35% 38%)`;
    await page.setContent(`<body style="margin:0;height:100vh;background:linear-gradient(160deg,${colours})"></body>`);
    drawn.push(await page.screenshot());
  }
  await page.close();
  return drawn;
}
