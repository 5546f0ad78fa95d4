import type { RawBuilder } from 'kysely';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import type { Problem } from '#domain/contract/projects/rules.ts';
import type { LinkBounds } from '#domain/rules/planning/draw-links.ts';
import type { ShownPlan } from '#domain/rules/planning/run-plan.ts';
import type { ActKind } from '#domain/states/post.ts';
import type { Tx } from '../../../db/store.ts';
import type { Note } from '../../../live/commit.ts';

/** What a run is planned from, whatever the kind of project. */
export interface ToPlan extends Pick<PostingProject, 'id' | 'module' | 'schedule' | 'profileId'> {
  /** Null: its work is no acts, `handOver` begins it. */
  act: ActKind | null;
  /** The rows that it may choose from: module, site_id, email of each. */
  candidates: RawBuilder<unknown>;
  /** So many posts in all, 0: as many as go (D-SCHED-08); null: one at each chosen site. */
  numberOfPosts: number | null;
  /** Where its articles come from. */
  contentGroupId: number | null;
  /** What forbids to begin; `nChecked` is the number of its checked sites. */
  problems(nChecked: number): Problem[];
  /** What a start takes beside (a mailbox); answers why it cannot, with nothing changed. */
  begin?(tx: Tx, note: Note): Promise<string | undefined>;
  /** Of a kind whose work is no acts: begins it, and moves the project on. `again`: also what succeeded before. */
  handOver?(tx: Tx, note: Note, again: boolean): Promise<void>;
  /** Logins that were stopped get a new chance with an operator's new start. */
  freeLogins(tx: Tx): Promise<void>;
  /** The links that its acts carry: from which sets, and how many each. */
  links: Pick<PostingProject, 'linkSetProfiles'> & LinkBounds;
  /** What a wizard showed of it before it was made: the run is planned from the same seed. Null: nobody did. */
  plan: ShownPlan | null;
}
/** Reads what is to be planned; handed in, since the engine knows no feature. */
export type ReadPlan = (tx: Tx, id: number) => Promise<ToPlan>;

/** A site row that gets a post. */
export interface Target {
  module: PostingProject['module'];
  site_id: string;
  email: string;
}
