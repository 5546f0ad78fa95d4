import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A post, page or bookmark that stands on a rehearsal site. */
export interface StoredPost {
  id: number;
  /** Key in the public address: slug, page title or short code. */
  key: string;
  title: string;
  /** HTML or wikitext, as sent. */
  content: string;
  tags: string[];
  /** Bookmarked address; '' elsewhere. */
  url: string;
  /** Edit summary of a wiki page; '' elsewhere. */
  summary: string;
  author: string;
  createdAt: number;
  /** Only where the software has them. */
  categories?: string[];
  excerpt?: string;
  /** Address of the image above it. */
  featured?: string | undefined;
  isDraft?: boolean;
  /** A file that is the post; its content is what stands beside it. */
  file?: { name: string; type: string; base64: string };
  /** Not shown to readers before, in ms since 1970. */
  publishAt?: number | undefined;
}

/** Tells the texts of a page apart: another text is another revision. */
export const revisionOf = (post: StoredPost): number =>
  [...post.content].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, post.id);

/** The posts of one site in memory, and in a file of JSON lines when one is named, so that they outlive a restart. */
export class SiteStore {
  readonly #posts = new Map<number, StoredPost>();
  readonly #keys = new Map<string, number>();
  readonly #urls = new Map<string, number>();
  readonly #file: string | undefined;
  #lastId = 0;

  constructor(file?: string) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') this.#replay(line);
  }

  /** Adds a post under a new id. */
  add(post: Omit<StoredPost, 'id' | 'createdAt'>): StoredPost {
    const stored = { ...post, id: this.#lastId + 1, createdAt: Date.now() };
    this.put(stored);
    return stored;
  }

  /** Adds or replaces a post. */
  put(post: StoredPost): void {
    this.#keep(post);
    this.#write(post);
  }

  /** True when there was such a post. */
  delete(id: number): boolean {
    const gone = this.#drop(id);
    if (gone) this.#write({ gone: id });
    return gone;
  }

  /** How often it was emptied. */
  emptied = 0;

  clear(): void {
    this.emptied += 1;
    for (const id of [...this.#posts.keys()]) this.delete(id);
  }

  get size(): number {
    return this.#posts.size;
  }

  byId(id: number): StoredPost | undefined {
    return this.#posts.get(id);
  }

  byKey(key: string): StoredPost | undefined {
    const id = this.#keys.get(key);
    return id === undefined ? undefined : this.#posts.get(id);
  }

  byUrl(url: string): StoredPost | undefined {
    const id = this.#urls.get(url);
    return id === undefined ? undefined : this.#posts.get(id);
  }

  /** All posts, oldest first. */
  all(): StoredPost[] {
    return [...this.#posts.values()];
  }

  /** The posts of the last `count`, newest first. */
  latest(count: number): StoredPost[] {
    const result: StoredPost[] = [];
    for (let id = this.#lastId; id > 0 && result.length < count; id -= 1) {
      const post = this.#posts.get(id);
      if (post !== undefined) result.push(post);
    }
    return result;
  }

  #keep(post: StoredPost): void {
    this.#drop(post.id);
    this.#posts.set(post.id, post);
    this.#keys.set(post.key, post.id);
    if (post.url !== '') this.#urls.set(post.url, post.id);
    this.#lastId = Math.max(this.#lastId, post.id);
  }

  #drop(id: number): boolean {
    const post = this.#posts.get(id);
    if (post === undefined) return false;
    this.#keys.delete(post.key);
    this.#urls.delete(post.url);
    return this.#posts.delete(id);
  }

  #write(entry: StoredPost | { gone: number }): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  #replay(line: string): void {
    try {
      const entry = JSON.parse(line) as StoredPost | { gone: number };
      if ('gone' in entry) this.#drop(entry.gone);
      else this.#keep(entry);
    } catch {
      // A line cut by a kill was never answered.
    }
  }
}
