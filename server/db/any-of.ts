import { type RawBuilder, sql } from 'kysely';

/** "Is one of these ids", as one parameter: a list of parameters may hold 65,535 at most, a bulk body 100,000. */
export function anyOf(ids: readonly number[]): RawBuilder<number> {
  return sql`any(${ids}::bigint[])`;
}
