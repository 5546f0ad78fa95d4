import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Job, Platform } from '#connectors/kit/contract/platforms.ts';
import { asConnectorError, NeedsOperator } from '#connectors/kit/errors.ts';
import { findPlatform } from '#connectors/registry.ts';
import {
  type ConnectorAsk,
  type FieldValue,
  maxTests,
  type testAccount,
  testTexts,
} from '#domain/contract/connectors.ts';
import { noPermission, type SiteKey } from '#domain/contract/sites.ts';
import { askLink, readFields } from '#domain/rules/connector-fields.ts';
import type { App } from '../../app.ts';
import type { SessionUser } from '../../calls/route.ts';
import { NotFound, Refusal, TooManyTries } from '../../errors/refusal.ts';
import { maskSecrets } from '../../outside/mask-secrets.ts';
import { countFailures, dropTry, noteTry } from '../session/tries.ts';
import { findSites } from '../sites/sites.ts';

type Told = z.output<typeof testAccount.reply>;
/** Somebody waits at the screen: a test gives up sooner than the engine would, in seconds. */
const longestTestS = 20;

/** Asks a site whether it takes a typed login, with nothing but the typed: no account is read or kept. */
export async function askSite(app: App, user: SessionUser, input: z.output<typeof testAccount.body>): Promise<Told> {
  const { site, platform } = await readSite(app, input.site);
  const { values, problems } = readFields(platform.fields, input.credentials);
  const [problem] = problems;
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field });
  const tries = await noteTest(app, user, site.url);
  const told = await check(app, { site, platform, values });
  if (told.works) await dropTry(app.store.db, tries);
  return told;
}

async function readSite(app: App, key: SiteKey) {
  const [site] = await findSites(app.store.db, [key]);
  if (!site) throw new NotFound('site');
  if (site.permission === 'none') throw new Refusal('NOT_SET_UP', noPermission);
  const platform = findPlatform(site.connector);
  if (!platform) throw new Refusal('NOT_SET_UP', `There is no connector "${site.connector}"`);
  const { url, settings } = site;
  return { site: { siteId: site.id.siteId, url, platform: site.platform, settings: settings ?? undefined }, platform };
}

/** Counts as failed until it worked: nobody tries passwords at a site through us. */
async function noteTest(app: App, user: SessionUser, url: string): Promise<number[]> {
  const { db } = app.store;
  const ofUser = `test of:${user.id}`;
  const atHost = `test at:${new URL(url).host}`;
  const [user15, host15] = [await countFailures(db, [ofUser]), await countFailures(db, [atHost])];
  if (user15 >= maxTests.ofUser || host15 >= maxTests.atHost) throw new TooManyTries(testTexts.tooMany);
  return noteTry(db, [ofUser, atHost]);
}

interface Question {
  site: Job['site'];
  platform: Platform;
  values: Record<string, FieldValue>;
}

async function check(app: App, { site, platform, values }: Question): Promise<Told> {
  const signal = AbortSignal.timeout(longestTestS * 1_000);
  const secrets = platform.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => String(values[name] ?? ''));
  // Cookies and tokens of their own: a session that stands would take any password.
  const of = { connectorId: platform.id, siteUrl: site.url, accountKey: `test ${randomUUID()}`, secrets, signal };
  const account = { username: '', password: '', email: '', ...values };
  // A site may say back what it was sent.
  const masked = (text: string) => maskSecrets(text, secrets).slice(0, 500);
  try {
    const { detail } = await platform.check({
      site,
      account,
      tools: app.outside.toolsFor({ ...of, seed: site.siteId }),
    });
    return { works: true, detail: masked(detail), ask: null };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    const detail = signal.aborted ? testTexts.noAnswer(longestTestS) : masked(known.message);
    return { works: false, detail, ask: known instanceof NeedsOperator ? askOf(platform, known, site.url) : null };
  }
}

/** What the operator does elsewhere for this reason, its link made whole. */
function askOf(platform: Platform, error: NeedsOperator, siteUrl: string): ConnectorAsk | null {
  const ask = platform.asks.find(({ when }) => when === error.ask);
  if (!ask) return null;
  const url = ask.link && askLink(ask.link.url, siteUrl);
  return { when: ask.when, text: ask.text, ...(ask.link && url ? { link: { text: ask.link.text, url } } : {}) };
}
