import type { ServiceConnector, ServiceJob } from './connector.ts';

/** A file on its way up. */
export interface CloudFile {
  /** Path below the store's root, "/" between folders, none at its beginning. */
  path: string;
  /** Media type. */
  type: string;
  length: number;
  /** Its bytes from the beginning, at each call. */
  open(): AsyncIterable<Uint8Array>;
}

/** A file that stands there. */
export interface StoredFile {
  path: string;
  length: number;
  /** Milliseconds since 1970; null where the store does not say. */
  changedAt: number | null;
}

/** A store of files with public addresses. */
export interface Cloud extends ServiceConnector {
  maxBytes: number;
  /** Puts a file, over one of the same path. Twice changes nothing more: no act. */
  put(job: ServiceJob, file: CloudFile): Promise<void>;
  /** One page of what stands under a prefix; `after` is the `next` of the page before. */
  list(job: ServiceJob, prefix: string, after: string | null): Promise<{ files: StoredFile[]; next: string | null }>;
  /** Done when the file is gone, whoever removed it. */
  remove(job: ServiceJob, path: string): Promise<void>;
  /** Where a stranger reads a file, as the store's rules name it; asks nobody. */
  publicUrl(job: Pick<ServiceJob, 'address' | 'key'>, path: string): string;
}
