import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '#domain/contract/accounts.ts';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { addCloudAccount } from '#domain/contract/clouds.ts';
import { createContentGroup, saveArticle, saveContentGroup } from '#domain/contract/content.ts';
import { addMailbox } from '#domain/contract/mailboxes.ts';
import { createPrivateNetwork } from '#domain/contract/private-networks.ts';
import { createSiteSelection } from '#domain/contract/site-selections.ts';
import { saveCustomSite } from '#domain/contract/sites.ts';
import { createStrategy, saveStrategy } from '#domain/contract/strategies.ts';
import { addBox, newDiagram } from '#domain/rules/diagrams/edits.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { alarm, hostileWords } from '#test/support/hostile-words.ts';
import { newCampaign, newContentGroup, newLinkSet, newProfile, newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Words that would run where they are taken for markup lie in every field, and every screen is looked at. */
let app: TestApp;
let browser: Browser;
let page: Page;
const ran: string[] = [];
/** All of them, each out of what the one before may have left open. */
const allWords = hostileWords.join(
  '\n</iframe></object></video></audio></svg></math></noscript></template></style></script>-->\n',
);
const screens: string[] = [];

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
  await fill();
  const signedIn = await signIn(browser, app);
  ({ page } = signedIn);
  // Frames within pages hear it too: a preview may run nothing either.
  await signedIn.context.exposeFunction(alarm, () => ran.push(page.url()));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A word as a name: it may be 255 letters long. */
const nameOf = (word: string) => word.replaceAll(/\s+/g, ' ').slice(0, 255);
const taken = async (answer: Promise<{ status: number; body: { error?: unknown } }>) => {
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([200, undefined]);
  return body as Record<string, Record<string, number>>;
};

async function fill() {
  expect(hostileWords.length).toBeGreaterThan(100);
  const campaign = await newCampaign(app, nameOf(hostileWords[0] ?? ''));
  const group = await newContentGroup(app, 'Words');
  const profile = await newProfile(app, campaign.id, nameOf(hostileWords[1] ?? ''));
  const links = await newLinkSet(app, campaign.id, nameOf(hostileWords[2] ?? ''));
  const project = await newProject(app, campaign.id, nameOf(hostileWords[3] ?? ''));
  const all = allWords;
  for (const [at, word] of hostileWords.entries()) {
    // Some differ in their case alone.
    const own = nameOf(`${word} ${at}`);
    const name = nameOf(word);
    await taken(app.send(createCampaign, { body: { name } }));
    await taken(app.send(createContentGroup, { body: { name } }));
    await taken(app.send(createPrivateNetwork, { body: { name } }));
    await taken(app.send(createSiteSelection, { body: { name } }));
    const text = { title: word, body: word, authorName: word, authorBio: word };
    await taken(app.send(saveArticle, { body: { ...text, id: null, contentGroupId: group.id } }));
    const account = { accountListId: profile.id, siteName: name, email: own, username: name, password: word };
    await taken(app.send(addAccount, { body: account }));
    const box = {
      emailAddress: `${own.replaceAll(/[\s@]/g, '')}@words.test`,
      emailLogin: name,
      emailPassword: name,
      emailServer: name.replaceAll(/[\s/@]/g, '') || 'words.test',
    };
    await taken(app.send(addMailbox, { body: box }));
    const info = JSON.stringify({ accessKey: name, secretKey: name });
    await taken(app.send(addCloudAccount, { body: { friendlyName: name, service: 'S3', info } }));
  }
  const article = await taken(
    app.send(saveArticle, {
      body: { id: null, contentGroupId: group.id, title: 'All', body: all, authorName: all, authorBio: all },
    }),
  );
  await taken(
    app.send(saveContentGroup, {
      body: {
        id: group.id,
        wordsNottobeChanged: hostileWords.map((word) => word.replaceAll(',', ';')).join(','),
        maxUsagePerArticle: 0,
      },
    }),
  );
  const site = { module: 'SocialNetwork', siteId: 'words', platform: nameOf(all), url: 'http://words.test' };
  await app.send(saveCustomSite, {
    body: { ...site, connector: 'wordpress', permission: 'OWNER', permissionNote: all },
  });
  const diagram = await taken(app.send(createStrategy, { body: { name: nameOf(hostileWords[4] ?? '') } }));
  const drawn = hostileWords.reduce((cells, word, at) => {
    const added = addBox(cells, { id: `b${at}`, type: 'Wiki', position: { x: at * 10, y: 200 } });
    if (!('cells' in added)) return cells;
    return added.cells.map((cell) =>
      cell.id === `b${at}` ? { ...cell, custom: { nameId: at + 1, projectName: word, profileName: word } } : cell,
    );
  }, newDiagram());
  const id = Number(diagram.strategy?.id);
  await taken(
    app.send(saveStrategy, { params: { id }, body: { description: all, strategy: JSON.stringify({ cells: drawn }) } }),
  );
  screens.push(
    ...['/campaigns', '/content-groups', '/private-networks', '/site-selections', '/email-manager', '/cloud-accounts'],
    ...['/custom-sites', '/strategies', `/strategy/${id}`, '/options', '/balances', '/cloud-blog-generator'],
    ...[`/campaign/${campaign.id}`, `/campaign/${campaign.id}?tab=accounts`, `/project/${project.id}`],
    ...[`/accounts/${profile.id}`, `/url_list/${links.id}`, `/content-group/${group.id}`, `/article/${article.id}`],
  );
}

test('none runs on any screen', async () => {
  for (const path of screens) {
    await open(page, path);
    // What hangs below the fold is drawn too.
    await page.keyboard.press('End');
  }
  expect(ran).toEqual([]);
});

test('none runs in the preview of an article', async () => {
  const path = screens.find((one) => one.startsWith('/article/')) ?? '';
  await open(page, path);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.frameLocator('iframe[title="Preview of the article"]').locator('body').getByText('-->').first().waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect(ran).toEqual([]);
});

test('none runs in the preview of a blog, whatever field it came from', async () => {
  await open(page, '/cloud-blog-generator');
  const all = allWords;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Bucket Name').fill('words');
  await field('Title').fill(`${hostileWords[70]} ${hostileWords[0]}`);
  await field('Keywords').fill(hostileWords.slice(0, 20).join(' '));
  await page.keyboard.press('Enter');
  await field('Description').fill(all.slice(0, 900));
  await field('About Me').fill(all);
  await field('Contact Us').fill(all);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog', { name: 'Preview' }).locator('iframe').first().waitFor();
  for (const name of ['About', 'Contact', 'Post'])
    await page.getByRole('dialog', { name: 'Preview' }).getByText(name, { exact: true }).first().click();
  expect(ran).toEqual([]);
});

test('the alarm would be heard', async () => {
  await page.evaluate(`globalThis.${alarm}()`);
  await expect.poll(() => ran.length).toBe(1);
});
