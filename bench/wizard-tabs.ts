import { sql } from 'kysely';
import { wizardTabs } from '#domain/contract/wizard-plan.ts';
import { saveWizard } from '#domain/contract/wizards.ts';
import '#server/cli/build-web.ts';
import { launchBrowser, signIn } from '#test/support/browser.ts';
import { startTestApp } from '#test/support/start-app.ts';
import { type Boxes, wizardOf } from '#test/support/wizards.ts';

/** How long a switch of the wizard's tabs takes until the page is painted: 6 tiers, 200 boxes, a catalogue of 20,000 sites, all marked. */
const [nSites, nBoxes, nTiers] = [20_000, 200, 6];
const app = await startTestApp({ roles: ['http'] });
const browser = await launchBrowser();
try {
  await sql`insert into sites (module, site_id, platform, url, host, connector, pr, dofollow, permission, permission_note, at_once, gap_ms)
    select 'Wiki', 'site-' || n, 'mediawiki', 'http://' || n || '.test/', n || '.test', 'mediawiki', n % 100, true, 'owned', 'bench', 2, 0
    from generate_series(1, ${nSites}::int) n`.execute(app.app.store.db);
  const boxes: Boxes = Object.fromEntries(
    Array.from({ length: nBoxes }, (_, at) => [
      `b${at}`,
      { type: 'Wiki', ...(at % nTiers === 0 ? {} : { on: `b${at - 1}` }) },
    ]),
  );
  const selectedSites = Array.from({ length: nSites }, (_, at) => ({ module: 'Wiki', siteId: `site-${at + 1}` }));
  const whole = wizardOf(boxes, { name: 'Large' });
  const [, ...others] = whole.tierSiteSelection;
  const wizard = { ...whole, tierSiteSelection: [{ type: 3, siteSelectionId: null, selectedSites }, ...others] };
  const { id } = (await app.send(saveWizard, { body: { wizard, uuid: '' } })).body;
  const { page } = await signIn(browser, app);
  await page.goto(`${app.url}/xwizard/${id}`);
  await page.getByRole('heading', { name: 'Large' }).waitFor();
  for (const time of ['first', 'again'])
    for (const name of wizardTabs.toSpliced(0, 1).concat('strategy')) {
      const ms: number = await page.evaluate(`new Promise((done) => {
        const from = performance.now();
        document.querySelector('.wizard-tabs [data-node-key="${name}"] [role=tab]').click();
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - from)));
      })`);
      console.log(`${name.padEnd(10)} ${time}: ${ms.toFixed(0)} ms`);
      await page.locator('.ant-spin-spinning, .ant-skeleton').first().waitFor({ state: 'detached' });
    }
} finally {
  await browser.close();
  await app.stop();
}
