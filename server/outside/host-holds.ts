/** Most hosts remembered; the oldest wish is forgotten first, the store still knows it. */
const maxHosts = 10_000;

/** Why nothing may leave for a host now. */
export interface HostWait {
  reason: string;
  /** Until it may, in ms; undefined while nobody knows. */
  forMs?: number;
}

/**
 * Hosts that asked to be left alone (Retry-After), or to which the operator stopped all traffic (D-ENG-18), known in this
 * process from that moment on: requests of tasks that are under way stay here. The store holds the same for claims.
 */
export class HostHolds {
  readonly #until = new Map<string, number>();
  readonly #stopped = new Set<string>();

  /** Notes a wish, in ms from now. */
  hold(host: string, forMs: number): void {
    if (forMs <= 0) return;
    const until = Math.max(this.#until.get(host) ?? 0, performance.now() + forMs);
    this.#until.delete(host);
    this.#until.set(host, until);
    const [oldest] = this.#until.keys();
    if (this.#until.size > maxHosts && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Forgets all wishes. */
  clear(): void {
    this.#until.clear();
  }

  /** Stops all traffic to a host, or allows it. */
  setStopped(host: string, isStopped: boolean): void {
    if (isStopped) this.#stopped.add(host);
    else this.#stopped.delete(host);
  }

  /** Why nothing may leave for a host; undefined when it may. */
  waitOf(host: string): HostWait | undefined {
    if (this.#stopped.has(host)) return { reason: 'Traffic to this host is stopped' };
    const forMs = (this.#until.get(host) ?? 0) - performance.now();
    if (forMs > 0) return { reason: `${host} asked to be left alone for a while`, forMs };
    this.#until.delete(host);
    return undefined;
  }
}
