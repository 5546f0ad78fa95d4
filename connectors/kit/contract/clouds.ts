import type { Credentials, ServiceConnector, ServiceJob } from './connector.ts';

/** A file on its way up. */
export interface CloudFile {
  /** Path below the bucket's root, "/" between folders, none at its beginning. */
  path: string;
  /** Media type. */
  type: string;
  /** Its Cache-Control header; missing: the store's own. */
  cache?: string;
  bytes: Uint8Array;
  /** True where it belongs to an act of a project: a lost answer is Unconfirmed, and the act is asked for before it leaves. */
  isAct?: boolean;
}

/** A file that stands there. */
export interface StoredFile {
  path: string;
  length: number;
  /** Milliseconds since 1970; null where the store does not say. */
  changedAt: number | null;
}

/** Work in one bucket. */
export interface CloudJob extends ServiceJob {
  bucket: string;
}

/** What a store says of a bucket's name: nobody has it, we have it, or somebody else does. */
export type BucketState = 'absent' | 'own' | 'taken';

/** A store of files with public addresses. */
export interface Cloud extends ServiceConnector {
  maxBytes: number;
  /** Where the service answers, by what the account says of it: a region, an endpoint of the operator's own. Asks nobody. */
  addressOf(key: Credentials): string;
  /** Changes nothing. */
  look(job: CloudJob): Promise<BucketState>;
  /** Makes the bucket; 'taken' where somebody else has the name. Twice is content. */
  make(job: CloudJob): Promise<'made' | 'taken'>;
  /**
   * Lets strangers read all that stands in the bucket, and switches its website on, with `index.html` and the named page for
   * missing addresses. Only for a bucket that was made for it: what else stands in one may be private.
   */
  open(job: CloudJob, missing: string): Promise<void>;
  /** Removes the bucket where it is empty; false where something stands in it. Done when it is gone, whoever removed it. */
  discard(job: CloudJob): Promise<boolean>;
  /** Puts a file, over one of the same path. Twice changes nothing more. */
  put(job: CloudJob, file: CloudFile): Promise<void>;
  /** The text of a file; null where there is none. */
  read(job: CloudJob, path: string): Promise<string | null>;
  /** One page of what stands under a prefix; `after` is the `next` of the page before. */
  list(job: CloudJob, prefix: string, after: string | null): Promise<{ files: StoredFile[]; next: string | null }>;
  /** Done when the file is gone, whoever removed it. */
  remove(job: CloudJob, path: string): Promise<void>;
  /** Where a stranger reads a file, as the store's rules name it; asks nobody. */
  publicUrl(job: Pick<CloudJob, 'address' | 'key' | 'bucket'>, path: string): string;
  /** True where an address of a folder shows its index document. Asks nobody. */
  servesIndex(key: Credentials): boolean;
}
