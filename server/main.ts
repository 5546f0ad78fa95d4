import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { copyBeforeUpdate } from './db/backups/before-update.ts';
import { mendOnce } from './db/mend-once.ts';
import { createSecrets } from './db/secrets.ts';
import { type FoundStore, openStore } from './db/store.ts';
import { Engine } from './engine/engine.ts';
import { CurrentOptions } from './engine/options.ts';
import { signOffProcess } from './engine/rescue.ts';
import { TaskRoom } from './engine/tasks/task-room.ts';
import { resumeRemovals } from './features/links/links.ts';
import { readyCaptchas } from './features/options/captchas.ts';
import { createProxyChoice } from './features/options/site-proxies.ts';
import { ensureFirstUser } from './features/session/users.ts';
import { mendAddressLogins } from './features/sites/address-logins.ts';
import { followStoppedHosts } from './features/sites/stopped-hosts.ts';
import { ensureBuiltInStrategies } from './features/strategies/strategies.ts';
import { createServer } from './http/server.ts';
import { restAfterRestore } from './jobs/after-restore.ts';
import { createJobs } from './jobs/jobs.ts';
import { commit } from './live/commit.ts';
import { createFanOut } from './live/fan-out.ts';
import { createLive } from './live/live.ts';
import { HostHolds } from './outside/host-holds.ts';
import { createOutside, type Outside } from './outside/outside.ts';

/** A running process of the product. */
export interface Running {
  app: App;
  /** Address of the web server; undefined without the role http. */
  url: string | undefined;
  /** Random password of the first user when this start made one (D-AUTH-01); to be told once. */
  firstPassword: string | undefined;
  stop(): Promise<void>;
}

/** Names under which secrets travel; never written to a log. */
const secretPaths = [
  'password',
  '*.password',
  // Of requests, and of what plugins make of them.
  '*.headers.cookie',
  '*.headers.authorization',
  '*.captcha',
  'payload',
];

/** Time that open requests have to end when the process stops, in ms. */
const closeWithinMs = 3_000;

/** Builds the App, starts the chosen roles, and answers how to stop them in order. */
export async function startApp(config: Config, say: (message: string) => void): Promise<Running> {
  const log = pino({ level: config.logLevel, redact: { paths: secretPaths, censor: '***' } });
  const secrets = createSecrets(config.secretKey, config.dataDir);
  const before = (found: FoundStore) => copyBeforeUpdate(found, { secrets, dataDir: config.dataDir, say });
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say, before });
  const bootId = randomUUID();
  let engine: Engine | undefined;
  const options = await CurrentOptions.open(store.db, config.privilegedAccounts);
  const parts = { store, secrets, bootId, log };
  const fanOut = await createFanOut({
    ...parts,
    onEvents: (events) => live.deliver(events),
    onWake: () => engine?.wake(),
    onGap: () => live.tellGap(),
    onSessionEnd: (session) => live.endSession(session),
  });
  const live = createLive(fanOut);
  const outside: Outside = createOutside({
    timeoutMs: () => options.latest.waitTimeOut * 1_000,
    holds: new HostHolds(),
    proxies: createProxyChoice({ store, secrets, live, options }),
    captcha: (kind, signal) =>
      readyCaptchas({ config, store, secrets, outside }, kind === 'picture' ? 'image' : 'google', signal),
    log: (message, details) => log.debug(details ?? {}, message),
  });
  const isWorking = config.roles.includes('engine');
  const tasks = await TaskRoom.open({ store, live, log, isWorking });
  const app: App = {
    config,
    store,
    secrets,
    live,
    outside,
    tasks,
    options,
    log,
    bootId,
    wake() {
      engine?.wake();
      fanOut.wake();
    },
  };
  // Before anything works, also without engines here: those of another process may begin.
  await restAfterRestore(app, say);
  const firstPassword = await ensureFirstUser(store.db, config.firstUser);
  await ensureBuiltInStrategies(store.db);
  await mendOnce(store.db, 'address-logins', () => mendAddressLogins(app, say));
  await commit(app, (tx, note) => resumeRemovals(tx, note, tasks));
  await followStoppedHosts(app);
  const jobs = createJobs(app);
  if (isWorking) {
    const roles = config.roles.join(',');
    engine = new Engine({ store, live, tasks, options, log, bootId, roles, jobs });
    await engine.start();
  }
  const server = await createServer(app, () => engine?.health ?? { running: false, sinceRoundMs: 0, inWork: 0 });
  const url = config.roles.includes('http') ? await server.listen({ host: config.host, port: config.port }) : undefined;
  const stop = async () => {
    options.close();
    // A client that never ends its request must not hold up the end.
    const cut = setTimeout(() => server.server.closeAllConnections(), closeWithinMs);
    await server.close();
    clearTimeout(cut);
    await engine?.stop();
    await tasks.close();
    // What the last posts changed is told before we go.
    await jobs.tellCounts().catch(() => {});
    await outside.close();
    await fanOut.close();
    // Whatever ends us before this: the others find us dead, and their windows load again.
    if (engine) await signOffProcess(store, bootId);
    await store.close();
  };
  return { app, url, firstPassword, stop };
}
