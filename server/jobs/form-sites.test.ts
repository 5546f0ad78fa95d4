import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProject, startProject } from '#domain/contract/projects/projects.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import { articleDefinition, placeDefinition } from '#rehearsal/form-definition.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Projects whose sites have nothing but a web form. */
let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ form: 5 });
});
afterAll(async () => {
  await app.stop();
  await world.close();
});

test.each<[module: 'ArticleDirectory' | 'PressRelease' | 'GooglePlace', SiteSettings, anchor: string, rel: string]>([
  ['ArticleDirectory', articleDefinition, 'garden tools', 'sponsored'],
  ['PressRelease', articleDefinition, 'garden tools', 'sponsored'],
  ['GooglePlace', placeDefinition, 'Website of', 'nofollow'],
])(
  'a project of type %s posts with its author and category, and its link is seen',
  async (module, settings, anchor, rel) => {
    const at = ['ArticleDirectory', 'PressRelease', 'GooglePlace'].indexOf(module);
    const site = world.sites[at]!;
    const fields = { category: 'Garden', linkRel: 'sponsored' as const };
    const ready = await readyCampaign(app.app, [site], { module, settings, fields, nArticles: 1, siteName: module });
    await app.send(startProject, { params: { id: ready.projectId } });
    const read = async () => (await app.send(getProject, { params: { id: ready.projectId } })).body;
    await until('the end of the run', async () => ['COMPLETED', 'FAILED'].includes((await read()).project.status));
    const row = (await read()).sites.find((one: { checked: boolean }) => one.checked);
    expect(row).toMatchObject({ status: 'SUCCESS' });
    const link = () =>
      app.app.store.db.selectFrom('url_items').where('url_list_id', '=', ready.outputId).selectAll().executeTakeFirst();
    await until('proved', async () => (await link())?.proof_state === 'LIVE');
    const [placed] = (await link())?.proof?.links ?? [];
    expect(placed).toMatchObject({ url: 'http://money.example/', rel, anchor: expect.stringContaining(anchor) });
    const html = await (await fetch((await link())?.url ?? '')).text();
    expect(html).toContain('<strong>Ada</strong> Writer');
    // In fields of their own: the text does not name the author once more.
    expect(html.match(/Ada/g)).toHaveLength(1);
    expect(html).toContain('garden <span>one</span><span>two</span>');
    expect(site.posts()).toHaveLength(1);
  },
);

test('a post whose answer was lost is found in the list of the member, and not sent again', async () => {
  const site = world.sites[3]!;
  site.dial({ dropAfterCommit: true, times: 1 });
  const of = { module: 'ArticleDirectory' as const, settings: articleDefinition, siteName: 'lost', nArticles: 1 };
  const ready = await readyCampaign(app.app, [site], of);
  await app.send(startProject, { params: { id: ready.projectId } });
  const read = async () => (await app.send(getProject, { params: { id: ready.projectId } })).body;
  await until('the end of the run', async () => ['COMPLETED', 'FAILED'].includes((await read()).project.status));
  const row = (await read()).sites.find((one: { checked: boolean }) => one.checked);
  expect(row).toMatchObject({ status: 'SUCCESS', postUrl: site.posts()[0]?.url });
  expect(site.posts()).toHaveLength(1);
});

test('where nobody can tell whether a post was taken, its row says why that is so, and what to mend', async () => {
  const { lookUp: _, ...definition } = articleDefinition as Record<string, unknown>;
  const settings = {
    ...definition,
    success: [{ text: 'No such words' }],
    waiting: [],
    address: { from: 'answer', link: '/entries/*' },
  } as SiteSettings;
  const of = { module: 'ArticleDirectory' as const, settings, siteName: 'unsaid', nArticles: 1 };
  const ready = await readyCampaign(app.app, [world.sites[4]!], of);
  await app.send(startProject, { params: { id: ready.projectId } });
  const row = async () =>
    (await app.send(getProject, { params: { id: ready.projectId } })).body.sites.find(
      (one: { checked: boolean }) => one.checked,
    );
  await until('the end', async () => (await row()).status === 'UNKNOWN');
  expect((await row()).waitInfo).toMatch(
    /names no list of posts to look in.*no mark of success or error is on its page/,
  );
});
