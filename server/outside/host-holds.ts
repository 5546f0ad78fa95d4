/** Most hosts remembered; the oldest wish is forgotten first, the store still knows it. */
const maxHosts = 10_000;

/**
 * Hosts that asked to be left alone (Retry-After), known in this process from the moment the answer is read: requests of
 * other tasks that were about to leave stay here. The store holds the same for claims and other processes.
 */
export class HostHolds {
  readonly #until = new Map<string, number>();

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

  /** How long the host still wants to be left alone, in ms; 0 when it does not. */
  leftMs(host: string): number {
    const left = (this.#until.get(host) ?? 0) - performance.now();
    if (left <= 0) this.#until.delete(host);
    return Math.max(0, left);
  }
}
