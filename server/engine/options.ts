import { defaultOptions, type EngineOptions } from '#domain/contract/options/engine-options.ts';
import { limitsOf } from '#domain/contract/options/general.ts';
import type { Queryable } from '../db/store.ts';

/**
 * The options in force: stored ones over the first-start defaults (D-OPT-01). What is above a limit that was lowered for who
 * saved it is cut to it (D-OPT-03).
 */
async function readOptions(db: Queryable, privileged: readonly string[]): Promise<EngineOptions> {
  const { savedBy, ...stored } = (await readStoredOptions(db)) as Partial<EngineOptions> & { savedBy?: string };
  const options: EngineOptions = { ...defaultOptions, ...stored };
  const limits = limitsOf(savedBy === undefined || privileged.includes(savedBy.toLowerCase()));
  return {
    ...options,
    maxConcurrentProjects: Math.min(options.maxConcurrentProjects, limits.maxConcurrentProjects),
    maxPostingThreads: Math.min(options.maxPostingThreads, limits.maxPostingThreads),
  };
}

/** What is stored of the options screen, as it is; empty before the first save. */
export async function readStoredOptions(db: Queryable): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('settings').where('key', '=', 'options').select('value').executeTakeFirst();
  return (row?.value ?? {}) as Record<string, unknown>;
}

/** Options are read again when they are older than this, in ms: a change counts everywhere within a second. */
const freshMs = 250;
/** A process in which nobody asks reads them this often, in ms, for those who cannot wait for an answer. */
const renewMs = 1_000;

/** The options in force for all readers of a process. */
export class CurrentOptions {
  /** As read last. */
  latest: EngineOptions = defaultOptions;
  private readonly db: Queryable;
  private readonly privileged: readonly string[];
  private readAt = 0;
  private reading: Promise<EngineOptions> | undefined;
  private readonly renewal: NodeJS.Timeout;

  private constructor(db: Queryable, privileged: readonly string[]) {
    this.db = db;
    this.privileged = privileged;
    this.renewal = setInterval(() => void this.read().catch(() => {}), renewMs);
    this.renewal.unref();
  }

  /** `privileged`: accounts with wider limits (D-AUTH-09). */
  static async open(db: Queryable, privileged: readonly string[] = []): Promise<CurrentOptions> {
    const options = new CurrentOptions(db, privileged);
    await options.read();
    return options;
  }

  /** Not older than a quarter of a second. */
  async read(): Promise<EngineOptions> {
    if (Date.now() - this.readAt < freshMs) return this.latest;
    this.reading ??= this.load().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async load(): Promise<EngineOptions> {
    this.latest = await readOptions(this.db, this.privileged);
    this.readAt = Date.now();
    return this.latest;
  }

  close(): void {
    clearInterval(this.renewal);
  }
}
