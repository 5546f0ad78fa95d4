import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { App } from '../../app.ts';
import { anyOf } from '../../db/any-of.ts';
import { linkCsv } from '../links/export-links.ts';

/** A name that is a plain file or folder name everywhere. */
function safeFileName(name: string): string {
  const cleaned = [...name].map((letter) => (letter < ' ' || '\\/:*?"<>|'.includes(letter) ? '_' : letter)).join('');
  return cleaned.replace(/^\.+|[. ]+$/g, '').slice(0, 120) || 'unnamed';
}

/** One CSV per project with output links, in a folder per campaign; projects without links are left out (D-CAMP-04). */
export async function backlinksZip(
  app: App,
  which: { campaignIds: number[]; projectIds?: number[]; told: (nPasswords: number) => void },
): Promise<Readable> {
  const projects = await app.store.db
    .selectFrom('projects')
    .innerJoin('campaigns', 'campaigns.id', 'projects.campaign_id')
    .innerJoin('link_sets', 'link_sets.id', 'projects.url_list_id')
    .where('projects.campaign_id', '=', anyOf(which.campaignIds))
    .$if((which.projectIds ?? []).length > 0, (query) => query.where('projects.id', '=', anyOf(which.projectIds ?? [])))
    .where('link_sets.count', '>', 0)
    .select(['projects.id', 'projects.name', 'projects.url_list_id', 'campaigns.name as campaign'])
    .orderBy('projects.id')
    .execute();
  const zip = new yazl.ZipFile();
  const taken = new Set<string>();
  for (const project of projects) {
    const path = freePath(`${safeFileName(project.campaign)}/${safeFileName(project.name)}`, taken);
    const listId = project.url_list_id;
    // Read only when its turn comes, so that memory stays flat.
    if (listId !== null)
      zip.addReadStreamLazy(path, (give) =>
        give(null, Readable.from(linkCsv(app, { listIds: [listId], projectId: project.id, told: which.told }))),
      );
  }
  zip.end();
  const output = new PassThrough();
  pipeline(zip.outputStream as Readable, output).catch((error: Error) => output.destroy(error));
  return output;
}

function freePath(wanted: string, taken: Set<string>): string {
  let path = `${wanted}.csv`;
  for (let number = 2; taken.has(path.toLowerCase()); number += 1) path = `${wanted} (${number}).csv`;
  taken.add(path.toLowerCase());
  return path;
}
