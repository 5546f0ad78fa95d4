import { type RawBuilder, sql } from 'kysely';

/** "Is one of these texts", as one parameter. */
export const anyText = (texts: readonly string[]): RawBuilder<string> => sql`any(${texts}::text[])`;

/** "Is one of these ids", as one parameter: a list of parameters may hold 65,535 at most, a bulk body 100,000. */
export function anyOf(ids: readonly number[]): RawBuilder<number> {
  return sql`any(${ids}::bigint[])`;
}
