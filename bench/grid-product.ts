import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import { stopOnSignals } from '#server/cli/stop-on-signals.ts';
import { readConfig } from '#server/config.ts';
import { startApp } from '#server/main.ts';
import { readyCampaign } from '#test/support/builders.ts';

/**
 * The product of bench/grid.ts as a process of its own: a posting project over BENCH_SITES sites, and run states told at
 * a rate that the parent asks for, through the product's own hub and channel.
 */
const { app, url, stop } = await startApp(readConfig(process.env, []), () => {});
const nSites = Number(process.env.BENCH_SITES);
const blog = { platform: 'wordpress', url: 'https://blog.example/', username: 'u', password: 'p' };
const { projectId } = await readyCampaign(app, [blog]);
await sql`insert into sites (module, site_id, platform, url, host, connector, pr, dofollow, permission, at_once, gap_ms)
  select 'SocialNetwork', 'site-' || n || '.example', case when n % 25 = 0 then 'Premium' else 'Platform ' || n % 25 end,
    'https://site-' || n || '.example/', 'site-' || n || '.example', 'wordpress', n * 7 % 101, n % 2 = 0, 'owned', 2, 0
  from generate_series(1, ${nSites - 1}::int) n`.execute(app.store.db);
await sql`insert into project_sites (project_id, module, site_id, checked)
  select ${projectId}, module, site_id, false from sites on conflict do nothing`.execute(app.store.db);
await app.store.pool.query('analyze');

// Every other event is about rows that stand on top, and so in sight.
const premium = app.store.db.selectFrom('sites').where('platform', '=', 'Premium').orderBy('site_id').limit(20);
const onTop = (await premium.select('site_id').execute()).map((site) => site.site_id);

/** What the parent asks for: so many events a second for so many seconds. */
interface Ask {
  perSecond: number;
  seconds: number;
}
process.on('message', ({ perSecond, seconds }: Ask) => {
  const [everyMs, states] = [10, ['RUNNING', 'SUCCESS', 'FAILED'] as const];
  const perTurn = (perSecond * everyMs) / 1_000;
  const began = performance.now();
  let nTold = 0;
  const timer = setInterval(() => {
    const nDue = Math.min(perSecond * seconds, Math.floor((performance.now() - began) / everyMs) * perTurn);
    for (; nTold < nDue; nTold += 1) {
      const status = states[nTold % states.length] ?? 'RUNNING';
      const siteId =
        (nTold % 2 === 0 ? onTop[(nTold / 2) % onTop.length] : `site-${1 + (nTold % (nSites - 1))}.example`) ?? '';
      const body = { id: { module: 'SocialNetwork' as const, siteId }, email: null, status, waitInfo: `Try ${nTold}` };
      app.live.publish([
        {
          address: topics.project(projectId),
          body: {
            action: 'siteStatusChanged',
            projectId,
            ...body,
            postUrl: null,
            proof: null,
            dueAt: null,
            version: 1e9 + nTold,
          },
        },
      ]);
    }
    if (nTold === perSecond * seconds) {
      clearInterval(timer);
      process.send?.('told');
    }
  }, everyMs);
});
stopOnSignals(stop);
console.log(`Linkwright is running at ${url}`);
