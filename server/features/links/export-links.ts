import { setImmediate as nextTurn } from 'node:timers/promises';
import { safeCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import { linkHeader } from './link-lines.ts';
import { linkColumns } from './queries.ts';

const batchSize = 2_000;

const csvCell = (value: string) => {
  const safe = safeCell(value);
  return /[",\r\n]/.test(safe) ? quoted(safe) : safe;
};
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

/** Rows of link sets in the order they were added, read by key so that memory stays flat. */
async function* linkRows(app: App, listIds: number[]) {
  for (const listId of listIds) {
    let after = 0;
    for (;;) {
      const rows = await app.store.db
        .selectFrom('url_items')
        .where('url_list_id', '=', listId)
        .where('id', '>', after)
        .select(linkColumns)
        .orderBy('id')
        .limit(batchSize)
        .execute();
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      yield rows;
      await nextTurn();
    }
  }
}

/** URLs as text, one per line. */
export async function* linkUrls(app: App, listIds: number[]): AsyncIterable<string> {
  for await (const rows of linkRows(app, listIds)) yield `${rows.map((row) => row.url).join('\r\n')}\r\n`;
}

/** How an export is made, and who hears how many passwords were handed over. */
export interface LinkExport {
  listIds: number[];
  withDa?: boolean;
  told?: (nPasswords: number) => void;
}

/** CSV with all information (D-GEN-20); `withDa` adds the DA of the catalogue site that stands on the link's host. */
export async function* linkCsv(app: App, { listIds, withDa, told }: LinkExport): AsyncIterable<string> {
  let nPasswords = 0;
  try {
    for await (const { text, nSecrets } of csvPortions(app, listIds, withDa ?? false)) {
      nPasswords += nSecrets;
      yield text;
    }
  } finally {
    told?.(nPasswords);
  }
}

async function* csvPortions(app: App, listIds: number[], withDa: boolean) {
  const da = withDa ? await daByHost(app) : undefined;
  yield { text: `\uFEFF${linkHeader}${da ? ',DA' : ''}\r\n`, nSecrets: 0 };
  for await (const rows of linkRows(app, listIds)) {
    let text = '';
    for (const row of rows) {
      const password = row.password === null ? '' : app.secrets.open(row.password);
      const cells = [row.anchor, row.links_on_page, row.site ?? '', row.username ?? '', password];
      // A line that begins with a quote mark is CSV, whatever its cells hold; a batch line never does.
      text += `${quoted(safeCell(row.url))},${cells.map(csvCell).join(',')},${row.added_at.toISOString()}`;
      if (da) text += `,${da.get(hostOf(row.url)) ?? ''}`;
      text += '\r\n';
    }
    yield { text, nSecrets: rows.filter((row) => row.password !== null).length };
  }
}

async function daByHost(app: App): Promise<Map<string, number>> {
  const rows = await app.store.db.selectFrom('sites').select(['host', 'pr']).execute();
  return new Map(rows.map((row) => [row.host, row.pr]));
}

/** Host with port of a URL, '' when it is none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
