import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listConnectors, testAccount } from '#domain/contract/connectors.ts';
import { dryRunSite, type ShownRequest } from '#domain/contract/dry-runs.ts';
import { readSettingsSchema } from '#domain/contract/site-settings.ts';
import * as contract from '#domain/contract/sites.ts';
import { articleDefinition, placeDefinition } from '#rehearsal/form-definition.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Sites of the form connector: how their definitions are kept, checked and tried. */
let app: TestApp;
let world: World;
let pages: PageServer;
let directory: RehearsalSite;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ form: 1 });
  directory = world.sites[0] as RehearsalSite;
  pages = await startPageServer();
});
beforeEach(() => {
  directory.resetDials();
});
afterAll(async () => {
  await app.stop();
  await world.close();
  await pages.close();
});

const typed = (changes: object = {}) => ({
  module: 'ArticleDirectory',
  siteId: 'directory',
  platform: 'Town Directory',
  url: directory.url,
  connector: 'form',
  permission: 'granted',
  settings: articleDefinition,
  ...changes,
});
const save = (changes: object = {}) => app.send(contract.saveCustomSite, { body: typed(changes) });
const dryRun = async (changes: object = {}) => (await app.send(dryRunSite, { body: typed(changes) })).body;
const [firstStep, ...otherSteps] = (articleDefinition.steps ?? []) as object[];
const withStep = (changes: object) => ({ ...articleDefinition, steps: [{ ...firstStep, ...changes }, ...otherSteps] });

describe('the definition of a site', () => {
  test('is kept as it was written, and told with the site', async () => {
    const { site } = (await save()).body;
    expect(JSON.stringify(site.settings)).toBe(JSON.stringify(articleDefinition));
    const stored = (await app.send(contract.listCustomSites)).body.sites[0];
    expect(JSON.stringify(stored.settings)).toBe(JSON.stringify(articleDefinition));
    const changed = (await save({ settings: placeDefinition })).body.site;
    expect(changed.edition).toBeGreaterThan(site.edition);
    const stale = await app.send(contract.saveCustomSite, { body: { ...typed(), edition: site.edition } });
    expect(stale.body.error).toMatchObject({ code: 'STALE' });
  });

  test.each([
    ['Please enter the form definition', {}, { settings: null }],
    ['steps.0.form: Needs an id, a name, an action or a field of the form', {}, { settings: withStep({ form: {} }) }],
    [
      'steps: A Google Place needs a field that takes {link.url}',
      {},
      { module: 'GooglePlace', siteId: 'place', settings: articleDefinition },
    ],
    [
      'WordPress needs to know nothing more of a site',
      {},
      { module: 'SocialNetwork', connector: 'wordpress', settings: articleDefinition },
    ],
    ['Must have at most 20000 characters', {}, { settings: { a: 'b'.repeat(20_000) } }],
  ])('is refused: %s', async (message, _, changes) => {
    const answer = await save(changes);
    expect(answer.status).toBe(200);
    expect(answer.body.error).toMatchObject({ code: 'INVALID', field: 'settings', message });
  });

  test('goes out with an export, and comes back with an import', async () => {
    await save();
    const csv = await (await app.fetch('/action/export/custom_sites')).text();
    await app.send(contract.deleteCustomSites, { body: [{ module: 'ArticleDirectory', siteId: 'directory' }] });
    const { body } = await app.upload(contract.importCustomSites, { files: { 'sites.csv': csv } });
    expect(body.errorList).toEqual([]);
    expect(JSON.stringify(body.sites[0].settings)).toBe(JSON.stringify(articleDefinition));
    const bare = 'ArticleDirectory,bare,Directory,http://d.test/,form';
    const refused = (await app.upload(contract.importCustomSites, { files: { 'a.csv': bare } })).body.refused;
    expect(refused).toMatchObject([{ reason: 'Please enter the form definition' }]);
    const deep = `module,siteId,platform,url,connector,settings\nArticleDirectory,d,D,http://d.test/,form,"${'['.repeat(9_000)}"`;
    expect((await app.upload(contract.importCustomSites, { files: { 'a.csv': deep } })).body.rejected).toBe(1);
    const nested = `{""version"":${'['.repeat(90)}${']'.repeat(90)}}`;
    const line = `module,siteId,platform,url,connector,settings\nArticleDirectory,d,D,http://d.test/,form,"${nested}"`;
    expect((await app.upload(contract.importCustomSites, { files: { 'a.csv': line } })).body.rejected).toBe(1);
    const broken = `module,siteId,platform,url,connector,settings\nArticleDirectory,b,D,http://d.test/,form,"{""a"":"`;
    expect((await app.upload(contract.importCustomSites, { files: { 'a.csv': broken } })).body.rejected).toBe(1);
  });

  test('has a JSON Schema that is given out, and a connector that asks for it', async () => {
    const schema = (await app.send(readSettingsSchema, { params: { kind: 'formDefinition' } })).body;
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schema.required).toEqual(['version', 'page', 'steps', 'success', 'address']);
    expect(schema.properties.steps.items.properties.fields.items.properties.value.description).toMatch(/placeholders/);
    const { connectors } = (await app.send(listConnectors)).body;
    expect(connectors.find(({ id }: { id: string }) => id === 'form')).toMatchObject({
      siteSettings: 'formDefinition',
      can: expect.arrayContaining(['show']),
    });
  });

  test('is what a probe and a test of an account go by', async () => {
    await save();
    const ids = [{ module: 'ArticleDirectory', siteId: 'directory' }];
    await app.send(contract.verifyCustomSites, { body: { ids } });
    const stored = async () => (await app.send(contract.listCustomSites)).body.sites[0];
    await until('probed', async () => (await stored()).status === 'WORKING');
    expect((await stored()).statusReason).toBe('The form at /login is as it is defined');
    const { username, password } = directory;
    const ask = (credentials: object) => app.send(testAccount, { body: { site: ids[0], credentials } });
    expect((await ask({ username, password })).body).toMatchObject({
      works: true,
      detail: `Signed in as ${username}; the form at /submit is as it is defined`,
    });
    expect((await ask({ username, password: 'not-this-one' })).body).toMatchObject({
      works: false,
      detail: 'The site refused the login: name or password is wrong',
      ask: { when: 'credentials' },
    });
  });
});

describe('a dry run', () => {
  test('shows each request, and sends none', async () => {
    const { requests } = (await dryRun()) as { requests: ShownRequest[] };
    expect(requests.map(({ title, address }) => [title, address])).toEqual([
      ['Sign in', `${directory.url}/login`],
      ['Step 1 of 2', `${directory.url}/submit`],
      ['Step 2 of 2', 'Where the form of the page before leads'],
    ]);
    expect(requests.flatMap(({ problems }) => problems)).toEqual([]);
    expect(requests[0]?.fields).toEqual([
      { name: 'user', value: 'your-username', kind: 'value' },
      { name: 'pass', value: '', kind: 'secret' },
    ]);
    const sent = Object.fromEntries(requests[1]?.fields.map(({ name, value }) => [name, value]) ?? []);
    expect(sent).toMatchObject({
      heading: 'A sample title',
      author: 'Sample Author',
      keywords: 'first tag, second tag',
    });
    expect(sent.body).toContain('<a href="https://example.com/sample">a sample link</a>');
    expect(requests[1]?.notes).toEqual(['The page asks for a sign-in: its form is seen when an account signs in']);
    expect(directory.posts()).toEqual([]);
  });

  test('says what of the definition is not on the page', async () => {
    pages.say(
      '<form id="search"><input name="q"></form><form id="post" method="post" action="/go"><input name="title"><input type="hidden" name="token" value="t1"><input name="phone" required></form>',
    );
    const url = `http://${pages.host}/`;
    const { signIn: _, waiting: __, ...open } = articleDefinition;
    const run = async (form: object, names: string[]) => {
      const fields = names.map((name) => ({ name, value: '{html}' }));
      return (await dryRun({ url, settings: { ...open, steps: [{ form, fields }], lookUp: undefined } })).requests[0];
    };
    expect((await run({ id: 'post-form' }, ['title'])).problems).toEqual([
      'The page /submit has no form with the id post-form; forms there: search, post',
    ]);
    expect(await run({ id: 'post' }, ['body'])).toMatchObject({
      problems: ['The form has no field body; fields there: title, token, phone'],
      notes: ['The form asks for phone, which the definition leaves empty'],
    });
    const good = await run({ id: 'post' }, ['title']);
    expect(good).toMatchObject({ address: `http://${pages.host}/go`, problems: [] });
    expect(good.fields[1]).toEqual({ name: 'token', value: 't1', kind: 'token' });
    expect((await run({ id: 'search' }, ['q'])).problems).toEqual([
      'The form is sent by GET: such forms change nothing, and are not sent',
    ]);
  });

  test('needs a permission, a host that is not stopped, and a site that answers', async () => {
    expect((await dryRun({ permission: 'none' })).error).toMatchObject({
      field: 'permission',
      message: contract.noPermission,
    });
    const gone = await dryRun({ url: 'http://127.0.0.1:9/' });
    expect(gone.requests[0].problems[0]).toMatch(/127\.0\.0\.1/);
    const blog = { module: 'SocialNetwork', connector: 'wordpress', settings: null };
    expect((await dryRun(blog)).error).toMatchObject({ message: 'WordPress shows no dry run' });
    await save();
    const host = new URL(directory.url).host;
    await app.send(contract.switchHost, { body: { host, stopped: true } });
    const asked = directory.requestCount();
    expect((await dryRun()).error).toMatchObject({ field: 'url', message: contract.siteTexts.hostStopped });
    expect(directory.requestCount()).toBe(asked);
    await app.send(contract.switchHost, { body: { host, stopped: false } });
  });
});
