import { z } from 'zod';
import { defineCall, id, idParams } from './call.ts';
import { importQuery, importReply } from './imports.ts';
import { linkFilter } from './links.ts';

export const importLinks = defineCall({
  id: 'importLinks',
  method: 'POST',
  path: '/action/import/url_list/:id',
  summary: 'Import links from a file: CSV as exported, or lines as in the batch dialog (id = link set id)',
  params: idParams,
  query: importQuery,
  takes: 'upload',
  reply: importReply,
});
export const rejectedLinks = defineCall({
  id: 'rejectedLinks',
  method: 'POST',
  path: '/action/rejects/url_list/:id',
  summary: 'The lines of a file that the import refuses, in the format of that file; changes nothing',
  params: idParams,
  takes: 'upload',
  answer: 'file',
});
const fileCall = (name: string, path: string, summary: string) =>
  defineCall({
    id: name,
    method: 'GET',
    path,
    summary,
    params: idParams,
    query: z.object(linkFilter),
    answer: 'file',
    changes: false,
  });
export const exportLinkUrls = fileCall('exportLinkUrls', '/action/export/url_list_only/:id', 'URLs, one per line');
export const exportLinks = fileCall('exportLinks', '/action/export/url_list/:id', 'CSV with all information');
export const exportLinksPr = fileCall('exportLinksPr', '/action/export/url_list_pr/:id', 'CSV of links with DA');
const setIds = z.array(id).max(100_000);
/** The bare array of D-GEN-04 means URLs only. */
const exportSets = z
  .union([z.object({ ids: setIds, fullInfo: z.boolean().default(false) }), setIds])
  .transform((value) => (Array.isArray(value) ? { ids: value, fullInfo: false } : value));
export const exportLinkSets = defineCall({
  id: 'exportLinkSets',
  method: 'POST',
  path: '/action/export/url_lists/:id',
  summary: 'Links of several link sets (id = campaign id); fullInfo false means URLs only',
  params: idParams,
  body: exportSets,
  answer: 'file',
});
