import type { Store } from '../../db/store.ts';
import type { Live } from '../../live/live.ts';
import type { CurrentOptions } from '../options.ts';
import type { Queue, Work } from '../queue.ts';
import { type ClaimedAct, claimPosts } from './claim.ts';
import { letGoUnheld } from './post-outcome.ts';

/** A claim takes few, so that several processes share a run; enough that it, and what follows, is done for many at once. */
const claimSize = 32;

interface Parts {
  store: Store;
  live: Live;
  bootId: string;
  options: CurrentOptions;
}

/** Posts that are due, up to maxPostingThreads over all processes. */
export class PostQueue implements Queue {
  private readonly held = new Set<number>();
  private readonly parts: Parts;
  private readonly work: (post: ClaimedAct) => Promise<void>;

  constructor(parts: Parts, work: (post: ClaimedAct) => Promise<void>) {
    this.parts = parts;
    this.work = work;
  }

  get size(): number {
    return this.held.size;
  }

  async claim(): Promise<Work[]> {
    const { bootId, options } = this.parts;
    const { maxPostingThreads } = await options.read();
    const limit = Math.min(claimSize, maxPostingThreads - this.held.size);
    if (limit <= 0) return [];
    const posts = await claimPosts(this.parts, { bootId, limit, maxThreads: maxPostingThreads });
    for (const { id } of posts) this.held.add(id);
    return posts.map((post) => () => this.work(post).finally(() => this.held.delete(post.id)));
  }

  /** Lets go of posts that the store takes for ours and nobody here holds. */
  letGoUnheld(): Promise<void> {
    return letGoUnheld(this.parts.store.db, this.parts.bootId, [...this.held]);
  }
}
