import { type RawBuilder, sql } from 'kysely';
import { postStateGroups } from '#domain/states/post.ts';

/** A group of post states as SQL, to stand behind "in". Text, so that statements with it stay the same text. */
export function stateList(group: keyof typeof postStateGroups): RawBuilder<unknown> {
  return sql.raw(`(${postStateGroups[group].map((state) => `'${state}'`).join(', ')})`);
}
