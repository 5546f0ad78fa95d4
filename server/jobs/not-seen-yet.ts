import { planWord } from '#domain/rules/planned-posts.ts';
import type { ClaimedPost } from '../engine/acts/claim.ts';
import type { Outcome } from '../engine/acts/outcome.ts';

const draftWord = 'Saved as a draft: no backlink before it is published there';
/** When the site is to show a post; undefined when that is not to come. */
export function plannedTime({ content }: ClaimedPost): string | undefined {
  const at = content?.publishAt;
  return at !== undefined && Date.parse(at) > Date.now() ? at : undefined;
}

/** A draft has no backlink to store and nothing to prove; a timed post has, from its time on (D-ENG-26). */
export function notSeenYet(post: ClaimedPost, outcome: Outcome): Outcome {
  const at = plannedTime(post);
  const note = post.content?.status === 'draft' ? draftWord : at && planWord(at);
  if (outcome.kind !== 'succeeded' || note === undefined) return outcome;
  return { ...outcome, note: outcome.note === null ? note : `${note}; ${outcome.note}` };
}
