import { setImmediate as nextTurn } from 'node:timers/promises';
import { safeCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import type { LinkRow } from '../../db/tables.ts';
import { linkHeader, proofHeader } from './link-lines.ts';
import { fits, type LinkFilter, linkColumns } from './queries.ts';

const batchSize = 2_000;

const csvCell = (value: string) => {
  const safe = safeCell(value);
  return /[",\r\n]/.test(safe) ? quoted(safe) : safe;
};
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

/** Which links are exported. */
interface Wanted {
  listIds: number[];
  /** Only pages that this project made, and links that no project made. */
  projectId?: number;
  filter?: LinkFilter;
}

/** Rows of link sets in the order they were added, read by key so that memory stays flat. */
async function* linkRows(app: App, { listIds, projectId, filter = {} }: Wanted) {
  for (const listId of listIds) {
    let after = 0;
    for (;;) {
      const rows = await app.store.db
        .selectFrom('url_items')
        .where('url_list_id', '=', listId)
        .where('id', '>', after)
        .where(fits(filter))
        // A set that several projects fill holds pages of all of them; what was added by hand belongs to each.
        .$if(projectId !== undefined, (query) =>
          query.where((of) =>
            of.or([
              of('post_id', 'is', null),
              of.exists(
                of
                  .selectFrom('posts')
                  .whereRef('posts.id', '=', 'post_id')
                  .where('project_id', '=', projectId ?? 0),
              ),
            ]),
          ),
        )
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
export async function* linkUrls(app: App, wanted: Wanted): AsyncIterable<string> {
  for await (const rows of linkRows(app, wanted)) yield `${rows.map((row) => urlLine(row.url)).join('\r\n')}\r\n`;
}

/** A line that an import reads as one address: commas and bars would make another one and an anchor of it. */
const urlLine = (url: string) => (/[,"]|\|x\|/.test(url) ? quoted(url) : url);

/** How an export is made, and who hears how many passwords were handed over. */
export interface LinkExport extends Wanted {
  /** What the public page said. */
  withProof?: boolean;
  /** DA of the catalogue site that stands on the link's host. */
  withDa?: boolean;
  told?: (nPasswords: number) => void;
}

/** CSV of links (D-GEN-20, D-CAMP-04). */
export async function* linkCsv(app: App, { told, ...how }: LinkExport): AsyncIterable<string> {
  let nPasswords = 0;
  try {
    for await (const { text, nSecrets } of csvPortions(app, how)) {
      nPasswords += nSecrets;
      yield text;
    }
  } finally {
    told?.(nPasswords);
  }
}

async function* csvPortions(app: App, { withProof, withDa, ...wanted }: Omit<LinkExport, 'told'>) {
  const da = withDa ? await daByHost(app) : undefined;
  yield { text: `\uFEFF${linkHeader}${withProof ? `,${proofHeader}` : ''}${da ? ',DA' : ''}\r\n`, nSecrets: 0 };
  for await (const rows of linkRows(app, wanted)) {
    let text = '';
    for (const row of rows) {
      const password = row.password === null ? '' : app.secrets.open(row.password);
      const cells = [row.anchor, row.links_on_page, row.site ?? '', row.username ?? '', password];
      // A line that begins with a quote mark is CSV, whatever its cells hold; a batch line never does.
      text += `${quoted(safeCell(row.url))},${cells.map(csvCell).join(',')},${row.added_at.toISOString()}`;
      if (withProof) text += `,${proofCells(row).map(csvCell).join(',')}`;
      if (da) text += `,${da.get(hostOf(row.url)) ?? ''}`;
      text += '\r\n';
    }
    yield { text, nSecrets: rows.filter((row) => row.password !== null).length };
  }
}

/** The last good word with its time; trouble that stands beside it is the reason. */
function proofCells({ proof_state: state, proof }: Pick<LinkRow, 'proof_state' | 'proof'>): string[] {
  return [state, proof?.checkedAt ?? '', proof?.trouble?.reason ?? proof?.reason ?? ''];
}

async function daByHost(app: App): Promise<Map<string, number>> {
  const rows = await app.store.db.selectFrom('sites').select(['host', 'pr']).execute();
  return new Map(rows.map((row) => [row.host, row.pr]));
}

/** Host with port of a URL, '' when it is none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
