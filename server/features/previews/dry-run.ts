import { randomUUID } from 'node:crypto';
import type { Job } from '#connectors/kit/contract/platforms.ts';
import { asConnectorError } from '#connectors/kit/errors.ts';
import { publishingOf } from '#connectors/registry.ts';
import { testTexts } from '#domain/contract/connectors.ts';
import { dryRunTexts, type ShownRequest } from '#domain/contract/dry-runs.ts';
import { postSettings } from '#domain/contract/post-settings.ts';
import { noPermission, type SiteInput, siteTexts } from '#domain/contract/sites.ts';
import { storable } from '#domain/rules/storable-text.ts';
import type { App } from '../../app.ts';
import { compose } from '../../compose/compose.ts';
import { Refusal } from '../../errors/refusal.ts';
import { requireConnector } from '../connectors/require-connector.ts';

/** Somebody waits at the screen: all pages together are read within this time, in seconds. */
const longestS = 20;

/** What a post would send to a site as it is typed, of sample content; pages are read as a stranger, nothing is sent. */
export async function dryRun(app: App, site: SiteInput): Promise<ShownRequest[]> {
  const platform = requireConnector(site);
  if (!platform.show) throw new Refusal('WRONG_KIND', dryRunTexts.notShown(platform.label), { field: 'connector' });
  if (site.permission === 'none') throw new Refusal('NOT_SET_UP', noPermission, { field: 'permission' });
  await refuseStopped(app, site.url);
  const signal = AbortSignal.timeout(longestS * 1_000);
  // Cookies of their own: what an account may see is not shown here.
  const of = {
    connectorId: platform.id,
    siteUrl: site.url,
    accountKey: `dry run ${randomUUID()}`,
    secrets: [],
    signal,
  };
  const job: Job = {
    site: { siteId: site.siteId, url: site.url, platform: site.platform, settings: site.settings ?? undefined },
    account: { username: 'your-username', password: 'your-password', email: 'you@example.com' },
    tools: app.outside.toolsFor({ ...of, seed: site.siteId, beforeAct: refuseActs }),
  };
  try {
    return storable(
      await platform.show(job, sampleContent(publishingOf(platform, site.module, site.settings).accepts)),
    );
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    throw new Refusal('NOT_SET_UP', signal.aborted ? testTexts.noAnswer(longestS) : known.message, { field: 'url' });
  }
}

/** A connector that would act in a dry run is stopped before its first byte leaves. */
function refuseActs(): Promise<never> {
  throw new Error('A dry run sends nothing');
}

async function refuseStopped(app: App, url: string): Promise<void> {
  const host = new URL(url).host.toLowerCase();
  const row = await app.store.db.selectFrom('hosts').where('host', '=', host).select('stopped').executeTakeFirst();
  if (row?.stopped) throw new Refusal('NOT_SET_UP', siteTexts.hostStopped, { field: 'url' });
}

function sampleContent(accepts: ReturnType<typeof publishingOf>['accepts']) {
  const article = {
    title: 'A sample title',
    body: 'The first paragraph of a sample article tells what it is about.\n\nA second one ends it.',
    authorName: 'Sample Author',
    authorBio: 'Writes samples.',
  };
  const { content } = compose({
    seed: 'dry run',
    marker: 'sample0marker',
    article,
    links: [{ url: 'https://example.com/sample', anchor: 'a sample link', rel: '' }],
    position: 'Bottom',
    tags: 'first tag,second tag',
    images: null,
    videos: null,
    accepts,
    now: Date.now(),
    settings: { ...postSettings.parse({}), category: '' },
  });
  return content;
}
