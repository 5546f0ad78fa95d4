import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { topics } from '#domain/contract/live.ts';
import { isBusy } from '#domain/states/project.ts';
import { startWorld } from '#rehearsal/world.ts';
import type { App } from '../app.ts';
import { readConfig } from '../config.ts';
import { startProject } from '../features/projects/run-project.ts';
import { saveUser } from '../features/session/users.ts';
import { commitAndWake } from '../live/commit.ts';
import { startApp } from '../main.ts';
import { type DemoCampaign, seedDemo } from './demo-seed.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const say = (message: string) => console.log(message);
const began = Date.now();
const phases: [string, number][] = [];
let phaseBegan = began;
const endPhase = (name: string) => {
  phases.push([name, Date.now() - phaseBegan]);
  phaseBegan = Date.now();
};

/** Calls `changed` at every event of the demo's projects and link sets. */
function watch(app: App, demo: DemoCampaign, changed: (line?: string) => void): void {
  for (const { id, name } of demo.projects)
    app.live.subscribe(topics.project(id), ({ body }) => {
      if (body.action === 'siteStatusChanged' && body.status !== 'RUNNING' && body.status !== 'NONE')
        changed(
          `  ${name.padEnd(18)} ${body.id.siteId.padEnd(18)} ${body.status.padEnd(8)} ${(body.proof ?? '').padEnd(9)} ${body.postUrl ?? body.waitInfo ?? ''}`,
        );
      else changed();
    });
  for (const { id } of demo.outputs) app.live.subscribe(topics.linkSet(id), () => changed());
}

/** True when no project is busy or waits, and every backlink is checked. */
async function isDone(app: App, demo: DemoCampaign): Promise<boolean> {
  const ids = demo.projects.map((project) => project.id);
  const projects = await app.store.db.selectFrom('projects').where('id', 'in', ids).select(['status']).execute();
  if (projects.some((project) => isBusy(project.status) || project.status === 'SCHEDULED')) return false;
  const waiting = app.store.db.selectFrom('link_checks').where('troubles', '=', 0).select('link_id').limit(1);
  return (await waiting.executeTakeFirst()) === undefined;
}

async function runToEnd(app: App, demo: DemoCampaign): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const check = () => isDone(app, demo).then((done) => done && resolve(), reject);
    const shown = new Set<string>();
    watch(app, demo, (line) => {
      if (line && !shown.has(line)) {
        shown.add(line);
        say(line);
      }
      void check();
    });
    // The rows carry the end; the timer only covers an event that no row follows.
    setInterval(check, 1_000).unref();
    const start = (at: number) =>
      commitAndWake(app, (tx, note) => startProject(tx, note, { id: demo.projects[at]?.id ?? 0 }, app.secrets));
    void start(0)
      .then(() => start(1))
      .catch(reject);
  });
}

async function printTable(app: App, demo: DemoCampaign): Promise<boolean> {
  const rows = await app.store.db
    .selectFrom('posts')
    .innerJoin('projects', 'projects.id', 'posts.project_id')
    .leftJoin('url_items', 'url_items.post_id', 'posts.id')
    .where('projects.campaign_id', '=', demo.campaignId)
    .select([
      'projects.name',
      'posts.site_id',
      'posts.state',
      'posts.url',
      'url_items.proof_state',
      'url_items.links_on_page',
    ])
    .orderBy('posts.id')
    .execute();
  console.table(
    rows.map((row) => ({
      project: row.name,
      site: row.site_id,
      post: row.state,
      backlink: row.url ?? '',
      'links to': row.links_on_page ?? '',
      proof: row.proof_state ?? '',
    })),
  );
  const live = rows.filter((row) => row.state === 'SUCCEEDED' && row.proof_state === 'LIVE').length;
  say(`${rows.length} posts planned, ${live} proved live`);
  return live === rows.length;
}

const config = readConfig(process.env, process.argv.slice(2));
const password = config.firstUser.password ?? randomBytes(9).toString('base64url');
const running = await startApp({ ...config, firstUser: { name: 'demo', password } }, say);
const { app } = running;
await saveUser(app.store.db, 'demo', password);
endPhase('start the product');
// Fixed, so that a demo started again finds its sites; beside the product's own, so that two demos do not meet.
const firstPort = config.port + 101;
const sites = { wordpress: 3, mediawiki: 1, shaarli: 2, firstPort, dataFolder: join(config.dataDir, 'rehearsal') };
const world = await startWorld(sites).catch(async (error: NodeJS.ErrnoException) => {
  await running.stop();
  if (error.code !== 'EADDRINUSE') throw error;
  say(`\nThe rehearsal sites need the ports from ${firstPort} on, and one is in use. End the other demo, or set PORT.`);
  process.exit(1);
});
stopOnSignals(async () => {
  await world.close();
  await running.stop();
});
endPhase('start six rehearsal sites');
const demo = await seedDemo(app, world);
endPhase('seed the campaign');
say(`\nLinkwright is running at ${running.url}/campaign/${demo.campaignId}\n  user: demo\n  password: ${password}\n`);
await runToEnd(app, demo);
endPhase('publish and prove');
say('');
const allLive = await printTable(app, demo);
for (const [name, ms] of phases) say(`  ${name.padEnd(26)} ${(ms / 1_000).toFixed(2)} s`);
say(`\nThe product and the sites keep running: open ${running.url} as demo, end with Ctrl-C.`);
if (process.argv.includes('--exit')) {
  await world.close();
  await running.stop();
  process.exit(allLive ? 0 : 1);
}
