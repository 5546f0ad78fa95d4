import type { ApiReply } from '../api-server.ts';

/** A bucket of a rehearsed store. */
export interface Bucket {
  files: Map<string, { type: string; cache: string; body: Buffer }>;
  isPublic: boolean;
  /** New ones refuse to be made public until this is taken away. */
  isBlocked: boolean;
  /** Page for missing addresses; '' while no website is switched on. */
  missing: string;
}
export type Buckets = Map<string, Bucket>;

export const newBucket = (): Bucket => ({ files: new Map(), isPublic: false, isBlocked: true, missing: '' });

/** What a stranger sees at an address. */
export function fileReply(buckets: Buckets, bucket: string, name: string): ApiReply {
  const { files, isPublic } = buckets.get(bucket) ?? {};
  if (!files) return { status: 404, body: 'NoSuchBucket' };
  if (!isPublic) return { status: 403, body: 'AccessDenied' };
  const file = files.get(name);
  if (!file) return { status: 404, body: 'NoSuchKey' };
  return {
    type: file.type,
    body: file.body,
    ...(file.cache === '' ? {} : { headers: { 'cache-control': file.cache } }),
  };
}

const pageSize = 2;

/** Two names under a prefix, behind the last one of the page before; `next` is '' at the end. */
export function pageOf(files: ReadonlyMap<string, unknown>, prefix: string, after: string) {
  const names = [...files.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const page = names.slice(0, pageSize);
  return { names: page, next: names.length > pageSize ? (page.at(-1) ?? '') : '' };
}
