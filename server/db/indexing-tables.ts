import type { ColumnType, Generated } from 'kysely';
import type { SubmissionState } from '#domain/contract/indexing.ts';
import type { Said } from '#domain/rules/submission-words.ts';

type WithDefault<T> = ColumnType<T, T | undefined, T>;

interface Indexers {
  id: string;
  address: string;
  /** JSON of its fields, sealed (server/db/secrets.ts). */
  sealed_fields: string;
  edition: Generated<number>;
}

interface Submissions {
  id: Generated<number>;
  project_id: number;
  indexer: string;
  /** Links of this set; null where a run's pages are told, or the set was deleted. */
  url_list_id: number | null;
  run_id: number | null;
  up_to: number;
  since: Date | null;
  state: WithDefault<SubmissionState>;
  total: number;
  taken: Generated<number>;
  refused: Generated<number>;
  at_key: WithDefault<string>;
  at_id: WithDefault<number>;
  sending: WithDefault<boolean>;
  skip_host: string | null;
  skip_reason: string | null;
  said: Generated<Said>;
  task_id: string | null;
  worker: string | null;
  end_reason: string | null;
  /** Why it stands still, and until when. */
  waits: string | null;
  due_at: Date | null;
  slot_at: Date | null;
  tries: WithDefault<number>;
  named_waits: WithDefault<number>;
  refused_in_row: WithDefault<number>;
  stop_asked: WithDefault<boolean>;
  added_at: Generated<Date>;
  ended_at: Date | null;
  version: Generated<number>;
}

interface IndexerPaces {
  indexer: string;
  last_at: Date | null;
  queue_until: Date | null;
  held_until: Date | null;
}

/** Tables of the indexing services. */
export interface IndexingTables {
  indexers: Indexers;
  submissions: Submissions;
  indexer_paces: IndexerPaces;
}
