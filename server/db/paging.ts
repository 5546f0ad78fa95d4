import { Malformed } from '../errors/refusal.ts';

/** Key of the last row of a page, as opaque text for the client: base64url of a JSON list. */
export function writeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Reads a cursor of the given value types; a damaged one is a malformed request. */
export function readCursor<const T extends readonly ('string' | 'number')[]>(
  cursor: string | undefined,
  types: T,
): { [K in keyof T]: T[K] extends 'string' ? string : number } | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits =
      Array.isArray(values) &&
      values.length === types.length &&
      types.every((type, index) => typeof values[index] === type) &&
      !JSON.stringify(values).includes('\\u0000') &&
      values.every((value) => typeof value === 'string' || Number.isSafeInteger(value));
    if (fits) return values as never;
  } catch {
    // Refused below.
  }
  throw new Malformed('after: not a valid page key');
}

/** Rows read at once of a list that is needed whole. */
export const portionSize = 1_000;

/** A long list in portions: each reads on behind the last row of the one before, so nothing is held in between. */
export async function* inPortions<R>(read: (last: R | undefined) => Promise<R[]>): AsyncIterable<R[]> {
  let last: R | undefined;
  for (;;) {
    const rows = await read(last);
    yield rows;
    if (rows.length < portionSize) return;
    last = rows.at(-1);
  }
}

const literally = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');

/** Text of a search box as a LIKE pattern that finds it anywhere, its wildcards taken literally. */
export function likePattern(search: string): string {
  return `%${literally(search)}%`;
}

/** The same for texts that begin with it. */
export function startPattern(search: string): string {
  return `${literally(search)}%`;
}
