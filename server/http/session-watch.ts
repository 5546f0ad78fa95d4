import type { App } from '../app.ts';
import { livingSessions } from '../features/session/session.ts';

/** How often the sessions of open sockets are looked up: what nobody told of, as their expiry, is noticed so. */
const lookEveryMs = 1_000;

/** Knows which open sockets belong to which session and ends them with it, at once when its end is told. */
export class SessionWatch {
  readonly #app: App;
  readonly #held = new Map<string, Set<() => void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #off: () => void;
  #isLooking = false;

  constructor(app: App) {
    this.#app = app;
    this.#off = app.live.onSessionEnd((session) => this.#end(session));
    this.#timer = setInterval(() => void this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  /** Calls `end` when the session is over, unless the answered function was called before. */
  hold(session: string, end: () => void): () => void {
    const ends = this.#held.get(session) ?? new Set();
    this.#held.set(session, ends.add(end));
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.#held.get(session) === ends) this.#held.delete(session);
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#off();
  }

  #end(session: string): void {
    const ends = this.#held.get(session) ?? [];
    this.#held.delete(session);
    for (const end of ends) end();
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#held.size === 0) return;
    this.#isLooking = true;
    try {
      const asked = [...this.#held.keys()];
      const living = await livingSessions(this.#app, asked);
      for (const session of asked) if (!living.has(session)) this.#end(session);
    } catch (error) {
      // A store that is away ends no session; there is nothing to hear of meanwhile.
      this.#app.log.debug({ err: error }, 'the sessions of open sockets could not be looked up');
    } finally {
      this.#isLooking = false;
    }
  }
}
