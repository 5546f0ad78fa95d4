import type { ColumnType, Generated } from 'kysely';
import type { SubmissionState } from '#domain/contract/indexing.ts';

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
  said: Generated<Record<string, number>>;
  task_id: string | null;
  worker: string | null;
  end_reason: string | null;
  added_at: Generated<Date>;
  ended_at: Date | null;
  version: Generated<number>;
}

/** Tables of the indexing services. */
export interface IndexingTables {
  indexers: Indexers;
  submissions: Submissions;
}
