import '#server/cli/build-web.ts';
import { addAccount } from '#domain/contract/accounts.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { newCampaign, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp } from '#test/support/start-app.ts';

/**
 * A jump in lists of 200,000 rows, in the browser: from Enter until the row that was gone to has the focus, and how much of it
 * the server took. node bench/jump.ts
 */
const nRows = 200_000;
const app = await startTestApp();
const { pool } = app.app.store;
const { id: campaignId } = await newCampaign(app);
const profile = await newProfile(app, campaignId);
const account = { accountListId: profile.id, siteName: 'a.test', email: 'a@x', username: 'u', password: 'p' };
await app.send(addAccount, { body: account });
const set = await newLinkSet(app, campaignId);
await pool.query(
  `insert into accounts (profile_id, site_key, email_key, site_name, email, username, password)
  select $1, x, 'a@x', x, 'a@x', 'user' || n, (select password from accounts limit 1) from generate_series(1, $2::int) n, lateral (select 'site' || n || '.test' as x) k`,
  [profile.id, nRows],
);
await pool.query(
  `insert into url_items (url_list_id, url, anchor) select $1, 'https://site' || n || '.test/', 'words' from generate_series(1, $2::int) n`,
  [set.id, nRows],
);
await pool.query('vacuum analyze');
const browser = await launchBrowser();
const { page } = await signIn(browser, app);
let begun = 0;
const answers: string[] = [];
page.on('request', () => answers.push(`asked ${Math.round(performance.now() - begun)}`));
page.on('response', () => answers.push(`answered ${Math.round(performance.now() - begun)}`));
for (const [path, places] of [
  [`/accounts/${profile.id}`, ['150000', 'site77', '3', '199999', 'site5', '100000']],
  [`/url_list/${set.id}?sort=url&order=asc`, ['150000', 'https://site77', '3', '199999', '100000']],
] as const) {
  await open(page, path);
  for (const place of places) {
    await page.getByLabel(/^Go to row/).fill(place);
    await page.waitForLoadState('networkidle');
    answers.length = 0;
    begun = performance.now();
    const ms = (await page.evaluate(`new Promise((done) => {
      const began = performance.now();
      const look = () => document.activeElement?.dataset.at !== undefined ? done(performance.now() - began) : requestAnimationFrame(look);
      document.querySelector('.jump-field').requestSubmit();
      look();
    })`)) as number;
    console.log(`${path} to ${place}: ${Math.round(ms)} ms; ${answers.join(', ')}`);
  }
}
await browser.close();
await app.stop();
