import type { Balance, ServiceConnector, ServiceJob } from './connector.ts';

/** Links handed over together. */
export interface LinkBatch {
  /** Unique per batch and stable over tries: services that take a name find it again. */
  name: string;
  urls: string[];
  /** Days over which they are to be shown; null: at once. */
  dripDays: number | null;
}

/** What a service took. */
export interface TakenBatch {
  /** The service's own id, for its status; null where there is none. */
  remoteId: string | null;
  /** Links it refused, each with its reason; the others count as taken. */
  refused: { url: string; reason: string }[];
  /** What the service says of the links that it took, in one sentence. */
  note?: string;
  /** Where the operator can read on; null where there is nothing. */
  reportUrl: string | null;
  balance?: Balance;
}

/** How far a batch is. */
export interface BatchStatus {
  state: 'working' | 'done';
  nSubmitted: number;
  /** Links found in an index; null where the service does not say. */
  nIndexed: number | null;
}

/** A service that shows links to search engines. */
export interface Indexer extends ServiceConnector {
  accepts: {
    /** Most links of one batch. */
    urlsPerBatch: number;
    /** Days a batch may be spread over; missing: always at once. */
    dripDays?: { min: number; max: number };
    /**
     * True when all links of a batch must be of one host (IndexNow). What then needs the operator is said of this host: its
     * other links are left out, other hosts go on. Errors do not name the host: what is said of many is told once with them.
     */
    oneHost?: boolean;
  };
  /** Least wait between two batches, whoever's they are, in ms; missing: none. */
  gapMs?: number;
  /**
   * Hands a batch over, once: what dies after it left is Unconfirmed. True for services where the same links may be sent
   * again without cost or harm: then a lost answer is simply tried again.
   */
  isRepeatable: boolean;
  submit(job: ServiceJob, batch: LinkBatch): Promise<TakenBatch>;
  /** Reads only. */
  status?(job: ServiceJob, remoteId: string): Promise<BatchStatus>;
}
