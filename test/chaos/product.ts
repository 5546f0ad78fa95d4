import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { crashStore, signalAll, storePids } from './embedded-store.ts';
import { EngineProcess } from './engine-process.ts';
import { type Plan, type PlanOptions, type StoreKind, settleMs } from './plan.ts';
import { type StoreProxy, startStoreProxy } from './store-proxy.ts';

// Ids are below 2^53 (D-GEN-14).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const userName = 'admin';
const password = 'chaos-password';

/** The product under test: one to three processes on one store, used for many seeds one after another. */
export class Product {
  readonly engines: EngineProcess[] = [];
  /** Our own view of the store; not cut off with the product. */
  readonly pool: pg.Pool;
  /** Sessions are in the store: one serves all processes. */
  cookie = '';
  readonly #store: StoreKind;
  readonly #dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #proxy: StoreProxy | undefined;
  readonly #drop: () => Promise<void>;

  private constructor(parts: {
    store: StoreKind;
    dataDir: string;
    proxy: StoreProxy | undefined;
    pool: pg.Pool;
    drop: () => Promise<void>;
  }) {
    this.#store = parts.store;
    this.#dataDir = parts.dataDir;
    this.#proxy = parts.proxy;
    this.pool = parts.pool;
    this.pool.on('error', () => {});
    this.#drop = parts.drop;
    this.#env = {
      PORT: '0',
      LINKWRIGHT_DATA: parts.dataDir,
      LINKWRIGHT_SETTLE_MS: String(settleMs),
      LINKWRIGHT_LOG: 'warn',
      LINKWRIGHT_USER: userName,
      LINKWRIGHT_PASSWORD: password,
      LINKWRIGHT_SECRET_KEY: randomUUID().replaceAll('-', '').repeat(2),
      DATABASE_URL: parts.proxy?.url ?? '',
    };
  }

  /** Prepares a fresh store; processes are started by {@link shape}. */
  static async create(store: StoreKind, databaseUrl?: string): Promise<Product> {
    const dataDir = mkdtempSync(join(tmpdir(), 'lw-chaos-'));
    // The store's own user must be able to enter.
    chmodSync(dataDir, 0o755);
    if (store === 'embedded') {
      const pool = new pg.Pool({
        host: join(dataDir, 'run'),
        user: 'linkwright',
        database: 'postgres',
        max: 3,
        password: () => readFileSync(join(dataDir, 'postgres.password'), 'utf8'),
      });
      return new Product({ store, dataDir, proxy: undefined, pool, drop: async () => {} });
    }
    if (!databaseUrl) throw new Error('set DATABASE_URL, or run it by bench/with-postgres.ts');
    const { url, drop } = await freshDatabase(databaseUrl);
    const pool = new pg.Pool({ connectionString: url, max: 3 });
    return new Product({ store, dataDir, proxy: await startStoreProxy(url), pool, drop });
  }

  /** Brings the processes into the shape of a plan; those that fit stay as they are. */
  async shape(plan: Plan): Promise<void> {
    const skewOf = (at: number) => (plan.skew?.engine === at ? plan.skew.ms : 0);
    for (const spare of this.engines.splice(plan.engines)) await spare.end('SIGTERM');
    for (let at = 0; at < plan.engines; at += 1) {
      const engine = this.engines[at] ?? new EngineProcess(this.#env);
      this.engines[at] = engine;
      if (engine.isUp && engine.skewMs !== skewOf(at)) await engine.end('SIGTERM');
      engine.skewMs = skewOf(at);
    }
    await this.startAll();
    this.cookie ||= await this.#signIn();
    await this.setOptions(plan.options);
  }

  /** Starts what is down. The first one alone: it brings the tables up to date. */
  async startAll(): Promise<void> {
    await this.engines[0]?.start();
    await Promise.all(this.engines.map((engine) => engine.start()));
    const down = this.engines.find((engine) => !engine.isUp);
    if (down) throw new Error(`an engine does not start: ${down.said.slice(-5).join('\n')}`);
  }

  async #signIn(): Promise<string> {
    const response = await fetch(`${this.engines[0]?.url}/public/api/login/account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: userName, password, type: 'account' }),
    });
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  /** The options screen has no call yet: what it will store is written as it will be. */
  async setOptions(options: Partial<PlanOptions>): Promise<void> {
    await this.pool.query(
      `insert into settings (key, value) values ('options', $1) on conflict (key) do update set value = settings.value || excluded.value`,
      [JSON.stringify(options)],
    );
  }

  /** The store does not answer for a while: the line is cut, or its processes stand still. */
  async storeAway(forMs: number): Promise<void> {
    const pids = this.#store === 'embedded' ? storePids(this.#dataDir) : [];
    this.#proxy?.cut();
    signalAll(pids, 'SIGSTOP');
    await pause(forMs);
    this.#proxy?.mend();
    signalAll(pids, 'SIGCONT');
  }

  /** Everything of the product ends at once, the store too. */
  async powerCut(): Promise<void> {
    await Promise.all([...this.engines.map((engine) => engine.end('SIGKILL')), crashStore(this.#dataDir)]);
  }

  async close(): Promise<void> {
    this.#proxy?.mend();
    for (const engine of this.engines) await engine.end('SIGKILL');
    await this.pool.end();
    await this.#proxy?.close();
    if (this.#store === 'embedded') await crashStore(this.#dataDir);
    await this.#drop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** A new database on a server. */
async function freshDatabase(base: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `lw_chaos_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`drop database if exists ${name} with (force)`) };
}
