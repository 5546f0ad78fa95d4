import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PageQuery } from '#domain/contract/call.ts';
import { readCursor, writeCursor } from './paging.ts';
import type { Queryable } from './store.ts';

/** A part of the key by which a list is ordered and paged; the last one is unique. */
interface KeyPart {
  sql: RawBuilder<unknown>;
  type: 'string' | 'number';
  /** As a page key writes it, and what that means to the store; the value itself unless given. */
  write?: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  read?: (value: string | number) => RawBuilder<unknown>;
}
type Key = (string | number)[];

/** A text that is ordered as people do. */
export const natural = (expression: string): KeyPart => ({
  sql: sql.raw(`${expression} collate natural_order`),
  type: 'string',
});
/** A number of the row. */
export const numeric = (expression: string): KeyPart => ({ sql: sql.raw(expression), type: 'number' });
/** A moment; written in microseconds, as exactly as the store has it. */
export const moment = (column: string): KeyPart => ({
  sql: sql.raw(column),
  type: 'number',
  write: (value) => sql`(extract(epoch from ${value}) * 1000000)::bigint`,
  read: (value) => sql`(timestamptz 'epoch' + ${value} * interval '1 microsecond')`,
});
const written = ({ write }: KeyPart, value: RawBuilder<unknown>) => (write ? write(value) : value);

/** A list that is paged by key. */
interface KeyedSource {
  table: string;
  columns: readonly string[];
  where: RawBuilder<SqlBool>;
  key: readonly KeyPart[];
  isDown: boolean;
}

/** A page with its neighbours; `offset` is the place of its first row, told where the page was not asked for by a neighbour. */
interface Page<Row> {
  rows: Row[];
  next: string | null;
  prev: string | null;
  offset: number | null;
}

/** After every text that begins with what was typed. */
const last = '\uFFFF';

/** One page of a long list: behind or before a row, from a place on, or from the first letters of its order on. */
export async function keyedPage<Row>(db: Queryable, source: KeyedSource, page: Partial<PageQuery>): Promise<Page<Row>> {
  const { limit = 100 } = page;
  const types = source.key.map(({ type }) => type);
  const after = readCursor(page.after, types) as Key | undefined;
  const before = readCursor(page.before, types) as Key | undefined;
  if (after) return forward<Row>(db, source, limit, beyond(source, after, false));
  if (before) {
    const { rows, next } = await forward<Row>(db, turned(source), limit, beyond(turned(source), before, false));
    return { rows: rows.reverse(), next: null, prev: next, offset: null };
  }
  const letters = source.key[0]?.type === 'string' ? page.from?.trim().toLowerCase() : undefined;
  if (letters) {
    const isFrom = beyond(source, [source.isDown ? letters + last : letters], true);
    const offset = await countOf(db, source, sql<SqlBool>`not (${isFrom})`);
    return withEnd<Row>(db, source, { limit, isFrom, offset });
  }
  if (!page.at) return { ...(await forward<Row>(db, source, limit, sql<SqlBool>`true`)), offset: 0 };
  const start = await keyAt(db, source, page.at);
  const isFrom = start ? beyond(source, start, true) : sql<SqlBool>`false`;
  return withEnd<Row>(db, source, { limit, isFrom, offset: page.at });
}

/** The page from a place on; the last one where the place is behind the end. */
async function withEnd<Row>(
  db: Queryable,
  source: KeyedSource,
  { limit, isFrom, offset }: { limit: number; isFrom: RawBuilder<SqlBool>; offset: number },
): Promise<Page<Row>> {
  const found = await forward<Row & { page_key: Key }>(db, source, limit, isFrom);
  const [first] = found.rows;
  if (first) return { ...found, prev: offset > 0 ? writeCursor(first.page_key) : null, offset };
  const end = await forward<Row>(db, turned(source), limit, sql<SqlBool>`true`);
  const count = await countThatFit(db, source);
  return { rows: end.rows.reverse(), next: null, prev: end.next, offset: Math.max(0, count - end.rows.length) };
}

const turned = (source: KeyedSource): KeyedSource => ({ ...source, isDown: !source.isDown });
const keyOf = ({ key }: KeyedSource) => sql.join(key.map((part) => written(part, part.sql)));
const orderOf = ({ key, isDown }: KeyedSource) =>
  sql.join(key.map((part) => sql`${part.sql} ${sql.raw(isDown ? 'desc' : 'asc')}`));

/** True for rows behind a key (of all parts, or the first ones) in the order of the list, or there too. */
function beyond({ key, isDown }: KeyedSource, values: Key, isInclusive: boolean): RawBuilder<SqlBool> {
  const sign = sql.raw(`${isDown ? '<' : '>'}${isInclusive ? '=' : ''}`);
  const parts = sql.join(key.slice(0, values.length).map((part) => part.sql));
  return sql<SqlBool>`(${parts}) ${sign} (${sql.join(values.map((value, n) => key[n]?.read?.(value) ?? value))})`;
}

async function forward<Row>(db: Queryable, source: KeyedSource, limit: number, isIn: RawBuilder<SqlBool>) {
  const { rows } = await sql<Row & { page_key: Key }>`
    select ${sql.join(source.columns.map((column) => sql.ref(column)))}, json_build_array(${keyOf(source)}) as page_key
    from ${sql.table(source.table)} where ${source.where} and ${isIn}
    order by ${orderOf(source)} limit ${limit + 1}`.execute(db);
  const end = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit) as Row[],
    next: end ? writeCursor(end.page_key) : null,
    prev: null,
    offset: null,
  };
}

/** Key of the row at a place; read from the index alone. */
async function keyAt(db: Queryable, source: KeyedSource, at: number): Promise<Key | undefined> {
  const { rows } = await sql<{ page_key: Key }>`
    select json_build_array(${sql.join(source.key.map((part, n) => written(part, sql.raw(`k${n}`))))}) as page_key from (
      select ${sql.join(source.key.map((part, n) => sql`${part.sql} as ${sql.raw(`k${n}`)}`))}
      from ${sql.table(source.table)} where ${source.where} order by ${orderOf(source)} offset ${at} limit 1
    ) as place`.execute(db);
  return rows[0]?.page_key;
}

/** How many rows a list has. */
export function countThatFit(db: Queryable, source: KeyedSource): Promise<number> {
  return countOf(db, source, sql<SqlBool>`true`);
}

async function countOf(db: Queryable, source: KeyedSource, isIn: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(source.table)} where ${source.where} and ${isIn}`.execute(db);
  return rows[0]?.n ?? 0;
}
