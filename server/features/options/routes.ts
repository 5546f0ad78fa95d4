import * as balances from '#domain/contract/balances.ts';
import {
  checkIndexer,
  listIndexers as listIndexersCall,
  removeIndexer as removeCall,
  saveIndexer,
} from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import { checkMedia } from '#domain/contract/media-search.ts';
import { checkArticles } from '#domain/contract/options/article-sources.ts';
import * as blocked from '#domain/contract/options/blocked-sites.ts';
import { checkCaptcha } from '#domain/contract/options/captcha.ts';
import { limitsOf } from '#domain/contract/options/general.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import * as proxies from '#domain/contract/options/proxies.ts';
import { testSpinner } from '#domain/contract/options/spinner.ts';
import { openTaskStates } from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import { type Route, route, type SessionUser } from '../../calls/route.ts';
import type { Queryable } from '../../db/store.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { isChecking, listBalances, startCheck } from './balances/balances.ts';
import { blockSites, listBlockedSites, unblockSites } from './blocked-sites.ts';
import { captchaAdviceOf } from './captcha-advice.ts';
import { checkTyped, loginsOf } from './captchas.ts';
import { readIndexerKeys, storeIndexerKeys } from './indexers/indexer-keys.ts';
import { listIndexers, removeIndexer, storeIndexer, validateIndexer } from './indexers/indexers.ts';
import { checkTypedMedia, countMediaKeys } from './media/ready-media.ts';
import { type KeptOptions, readOptions, storeOptions } from './options.ts';
import { addProxies, deleteProxies, listProxies, monitorStateOf, startMonitor } from './proxies.ts';
import { checkSource, countSecrets } from './sources/sources.ts';
import { secretsOfSpinners } from './spinners/ready-spinner.ts';
import { placedSpinners, testTyped } from './spinners/spinners.ts';

/** Calls on the options and the services behind them. */
export function optionRoutes(app: App): Route[] {
  return [
    route(getOptions, async ({ user }) => {
      const { db } = app.store;
      const all = await listProxies(db, app.secrets);
      noteSecrets(app, user, 'proxies, shown', all.filter(({ password }) => password !== null).length);
      const kept = await readOptions(db, app.secrets);
      noteLogins(app, user, kept);
      return {
        ...(await withKeys(app, db, user, kept)),
        proxies: all,
        blockedSites: await listBlockedSites(db),
        proxyMonitorState: await monitorStateOf(db, app.tasks),
        limits: limitsOf(user.privileged),
        hideRemoteOcr: app.config.hideRemoteOcr,
        captchaAdvice: captchaAdviceOf(app.config),
        placedSpinners: placedSpinners(app.config),
      };
    }),
    route(saveOptions, ({ body: { indexer, ...typed }, user }) =>
      commitAndWake(app, async (tx) => {
        const kept = await storeOptions(tx, typed, { user, secrets: app.secrets });
        noteLogins(app, user, kept);
        if (indexer) await storeIndexerKeys(tx, indexer, app.secrets);
        return withKeys(app, tx, user, kept);
      }),
    ),
    ...checkRoutes(app),
    ...proxyRoutes(app),
    route(blocked.addBlockedSites, async ({ body }) => ({
      blockedSites: await commit(app, (tx, note) => blockSites(tx, note, body.sites)),
    })),
    route(blocked.deleteBlockedSites, async ({ body }) => ({
      ids: await commit(app, (tx, note) => unblockSites(tx, note, body.ids)),
    })),
    route(listIndexersCall, async ({ user }) => {
      const indexers = await listIndexers(app.store.db, app.secrets);
      noteSecrets(app, user, 'indexing services, shown', indexers.filter(({ values }) => values.apiKey).length);
      return { indexers };
    }),
    route(saveIndexer, async ({ body }) => ({
      indexer: await commit(app, (tx) => storeIndexer(tx, body, app.secrets)),
    })),
    route(removeCall, async ({ body }) => ({
      indexer: await commit(app, (tx) => removeIndexer(tx, body, app.secrets)),
    })),
  ];
}

/** Services are asked about logins as they were typed, or all that are stored for what is left on them. */
function checkRoutes(app: App): Route[] {
  return [
    route(checkCaptcha, ({ body }) => checkTyped(app, body)),
    route(testSpinner, ({ body }) => testTyped(app, body)),
    route(checkArticles, ({ body }) => checkSource(app, body)),
    route(checkMedia, ({ body }) => checkTypedMedia(app, body)),
    route(checkIndexer, ({ body }) => validateIndexer(app, body)),
    route(balances.listBalances, async () => ({
      services: await listBalances(app),
      isChecking: await isChecking(app.store.db, app.tasks),
    })),
    route(balances.checkBalances, async () => {
      await commitAndWake(app, (tx, note) => startCheck(tx, note, app.tasks));
      return { success: true as const };
    }),
  ];
}

/** The options with the keys of the indexing services, and a line in the log that these were shown. */
async function withKeys(app: App, db: Queryable, user: SessionUser, { options, edition }: KeptOptions) {
  const indexer = await readIndexerKeys(db, app.secrets);
  noteSecrets(app, user, 'keys of indexing services, shown', Object.values(indexer).filter((key) => key !== '').length);
  return { options: { ...options, indexer }, edition };
}

function proxyRoutes(app: App): Route[] {
  return [
    route(proxies.addProxies, ({ body }) => commit(app, (tx, note) => addProxies(tx, note, body.proxies, app.secrets))),
    route(proxies.deleteProxies, async ({ body }) => ({
      proxies: await commit(app, (tx, note) => deleteProxies(tx, note, body.ids)),
    })),
    route(proxies.checkProxies, async () => ({
      proxyMonitorState: await commitAndWake(app, (tx, note) => startMonitor(tx, note, app.tasks)),
    })),
    route(proxies.stopCheckingProxies, async () => {
      for (const task of await app.tasks.list())
        if (task.kind === 'checkProxies' && openTaskStates.includes(task.state)) await app.tasks.cancel(task);
      const proxyMonitorState = await monitorStateOf(app.store.db, app.tasks);
      app.live.publish([{ address: topics.proxies, body: { action: 'proxyMonitorStateChanged', proxyMonitorState } }]);
      return { proxyMonitorState };
    }),
  ];
}

function noteLogins(app: App, user: SessionUser, { options }: KeptOptions): void {
  noteSecrets(app, user, 'captcha logins, shown', loginsOf(options).length);
  noteSecrets(app, user, 'logins of spinners, shown', secretsOfSpinners(options.spinner).length);
  noteSecrets(app, user, 'logins of article sources, shown', countSecrets(options.content));
  noteSecrets(app, user, 'keys of media sources, shown', countMediaKeys(options.media));
}
