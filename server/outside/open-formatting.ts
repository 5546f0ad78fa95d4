import { scope } from './element-names.ts';

interface Entry {
  name: string;
  isGone: boolean;
  /** Elements around it. */
  depth: number;
  /** False after the block it stood in has ended, until something stands in it again. */
  isAttached: boolean;
}
const maxEntries = 200;

/** Formatting that is open (a, b, font, ...): it goes on behind the block it began in. */
export class OpenFormatting {
  #entries: Entry[] = [];
  #nGone = 0;
  #hasDetached = false;

  /** True when some of it keeps its content from a reader. */
  get isGone(): boolean {
    return this.#nGone > 0;
  }

  has(name: string): boolean {
    return this.#entries.some((entry) => entry.name === name);
  }

  open(name: string, isGone: boolean, depth: number): void {
    if (this.#entries.length >= maxEntries) return;
    this.#entries.push({ name, isGone, depth, isAttached: true });
    if (isGone) this.#nGone += 1;
  }

  /** Ends the last of a name that began deeper than a boundary; answers where, undefined when nothing more has to end. */
  close(name: string, boundary: number): number | undefined {
    const at = this.#entries.findLastIndex((entry) => entry.name === name);
    const entry = this.#entries[at];
    if (entry === undefined || entry.depth <= boundary) return undefined;
    this.#entries.splice(at, 1);
    if (entry.isGone) this.#nGone -= 1;
    return entry.isAttached ? entry.depth : undefined;
  }

  /** An element ended and left so many open: with a cell ends what began in it. */
  leave(element: string, left: number): void {
    if (this.#entries.length === 0) return;
    if (scope.has(element)) this.#entries = this.#entries.filter((entry) => entry.depth <= left);
    for (const entry of this.#entries) {
      if (entry.depth <= left) continue;
      Object.assign(entry, { depth: left, isAttached: false });
      this.#hasDetached = true;
    }
    this.#nGone = this.#entries.filter((entry) => entry.isGone).length;
  }

  /** Something stands here: formatting whose block has ended begins again. */
  touch(depth: number): void {
    if (!this.#hasDetached) return;
    this.#hasDetached = false;
    for (const entry of this.#entries) {
      if (!entry.isAttached) entry.depth = depth;
      entry.isAttached = true;
    }
  }
}
