import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseBounded } from '#domain/rules/bounded-json.ts';

/** An article that a blog begins with: spin syntax resolved, clean HTML. */
export interface BlogArticle {
  title: string;
  html: string;
  author: string;
}

const post = z.object({
  /** Below the blog's own folder. */
  path: z.string().regex(/^posts\/[a-z0-9-]{1,120}\.html$/),
  title: z.string(),
  summary: z.string(),
  /** When it was published, ISO 8601 UTC. */
  at: z.iso.datetime(),
  /** Tells posts apart: a hash of what they are known by. */
  mark: z.string(),
});
/** A post as the lists of a blog show it. */
export type BlogPost = z.infer<typeof post>;

const facts = z.object({
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  /** Profiles elsewhere. */
  social: z.array(z.object({ name: z.string(), url: z.url({ protocol: /^https?$/ }) })),
  /** Public address of the blog's folder, "/" at its end. */
  base: z.url({ protocol: /^https?$/ }),
  /** What follows it for the front page: nothing where the store serves index documents. */
  home: z.enum(['', 'index.html']),
});
/** What holds for all pages of a blog. */
export type BlogFacts = z.infer<typeof facts>;

/** What a blog keeps beside its pages, at its own place: all that its lists are made of. */
export interface BlogState {
  facts: BlogFacts;
  /** Newest first. */
  posts: BlogPost[];
}

/** Name of the file with the state, and the sign by which it is known. */
export const stateFile = 'blog.json';
const format = 'static-blog 1';
const stored = z.object({ format: z.literal(format), facts, posts: z.array(post).max(50_000) });

export function writeState({ facts, posts }: BlogState): string {
  return JSON.stringify({ format, facts, posts });
}

/** Reads the state of a blog; undefined where the text is none. */
export function readState(text: string): BlogState | undefined {
  try {
    return stored.safeParse(parseBounded(text)).data;
  } catch {
    return undefined;
  }
}

/** The sign of a post, which says nothing of what it is made from: it stands where strangers read it. */
export const markOf = (known: string) => createHash('sha256').update(`post ${known}`).digest('hex').slice(0, 20);

const longestSlug = 60;

/** Where a post stands: by its title, and by its mark, so that no two meet. */
export function pathOf(title: string, mark: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, '');
  return `posts/${words === '' ? 'post' : words}-${mark.slice(0, 12)}.html`;
}

/** A file of a blog, as it is uploaded. */
export interface BlogFile {
  /** Below the blog's own folder. */
  path: string;
  /** Media type. */
  type: string;
  /** Of the Cache-Control header. */
  cache: string;
  text: string;
}

/** What changes with each post is asked for again soon, what changes with the blog's look later; in seconds. */
export const cacheOf = { page: 'public, max-age=300', look: 'public, max-age=86400' } as const;
