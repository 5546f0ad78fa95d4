import { topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';

/** Keeps what this process knows of stopped hosts as the store has it: at the start, with each switch, after a gap. */
export async function followStoppedHosts(app: App): Promise<void> {
  const { holds } = app.outside;
  if (!holds) return;
  const load = async () => {
    const rows = await app.store.db.selectFrom('hosts').where('stopped', '=', true).select('host').execute();
    for (const { host } of rows) holds.setStopped(host, true);
  };
  app.live.subscribe(topics.customSites, ({ body }) => {
    if (body.action !== 'sitesAdded') return;
    for (const site of body.sites ?? [])
      if ('hostStopped' in site) holds.setStopped(new URL(site.url).host.toLowerCase(), site.hostStopped);
  });
  app.live.onGap(() => void load().catch(() => {}));
  await load();
}
