import type { z } from 'zod';
import type { Platform } from '#connectors/kit/contract/platforms.ts';
import { registry } from '#connectors/registry.ts';
import { siteModules } from '#domain/contract/modules.ts';
import { type addSiteByAddress, type CustomSite, defaultPace, siteTexts } from '#domain/contract/sites.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../../app.ts';
import { Refusal } from '../../errors/refusal.ts';
import { commit } from '../../live/commit.ts';
import { findSites, saveSite } from './sites.ts';

/** Somebody waits at the screen: all questions together end after this, in seconds. */
const longestS = 20;

type Input = z.output<(typeof addSiteByAddress)['body']>;

/** Adds a site of which only the address and the permission are told: the site itself is asked what it runs on. */
export async function addByAddress(app: App, input: Input): Promise<CustomSite> {
  const { host } = new URL(input.url);
  const platform = await recogniseAt(app, input.url);
  const module = siteModules.find((name) => platform.modules.includes(name));
  if (!module) throw refused(siteTexts.unknownSoftware);
  const id = { module, siteId: host };
  return commit(app, async (tx, note) => {
    // A second adding must not change what was set for it since.
    if ((await findSites(tx, [id])).length > 0) throw refused(siteTexts.alreadyThere(host));
    // Wikis mark links to the outside as nofollow.
    const dofollow = module !== 'Wiki';
    const own = { ...id, platform: platform.label, connector: platform.id, pr: 0, dofollow };
    return saveSite(tx, note, { ...input, ...own, ...defaultPace(input.permission), isNew: true });
  });
}

/** What runs at an address; refused, with the reason, where nothing does that can be posted to, or its host is stopped. */
export async function recogniseAt(app: App, url: string): Promise<Platform> {
  await refuseStopped(app, new URL(url).host);
  return recognise(app, url);
}

const refused = (message: string) => new Refusal('INVALID', message, { field: 'url' });

async function refuseStopped(app: App, host: string): Promise<void> {
  const row = await app.store.db.selectFrom('hosts').where('host', '=', host).select('stopped').executeTakeFirst();
  if (row?.stopped) throw refused(siteTexts.hostStopped);
}

/** The first platform that knows its own software there, with its interface open. */
async function recognise(app: App, url: string): Promise<Platform> {
  const signal = AbortSignal.timeout(longestS * 1_000);
  const site = { siteId: new URL(url).host, url, platform: '' };
  let told: string | undefined;
  for (const platform of registry.platforms.filter(({ siteSettings }) => !siteSettings)) {
    const of = { connectorId: platform.id, siteUrl: url, accountKey: 'probe', secrets: [], signal, seed: site.siteId };
    try {
      const { recognised, open, detail } = await platform.probe(site, app.outside.toolsFor(of));
      if (recognised && open) return platform;
      if (recognised) told = detail;
    } catch (error) {
      // An address that does not answer one of them answers none.
      throw refused(storableText(signal.aborted ? siteTexts.noAnswer(longestS) : messageOf(error)));
    }
  }
  throw refused(told === undefined ? siteTexts.unknownSoftware : storableText(told));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
