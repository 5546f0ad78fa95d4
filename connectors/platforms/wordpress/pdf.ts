import { aboutFile, linksOfFile, pdfFile, readContentFile } from '#connectors/kit/content-file.ts';
import type { Found, Job, PostContent, Published, Publishing } from '#connectors/kit/contract/platforms.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import { escapeHtml } from '#connectors/kit/escape-html.ts';
import { hasMarker, withMarker } from '#connectors/kit/marker.ts';
import { objectOf, readJson, readObject, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { slugOf } from './post-body.ts';
import { accepted, callRest, errorCode, objectIn, removeAt, sendCall } from './rest-call.ts';
import { rowsOf } from './rest-root.ts';

const fileFields = 'id,source_url';

/** A post that is a PDF in the library of media (WP-API/docs, media). Its address is that of the file. */
export const pdfInLibrary: Publishing = {
  accepts: { markup: 'html', titleMaxLength: 255, images: false, tags: false, rel: false, file: pdfFile },
  publish,
  lookUp,
  update,
  remove: (job, remoteId) => removeAt(job, `wp/v2/media/${encodeURIComponent(remoteId)}`),
};

/** One request with all in it: what is not JSON takes its values from the address. */
async function publish(job: Job, content: PostContent): Promise<Published> {
  const { bytes, type } = await readContentFile(job, content);
  const slug = slugOf(content);
  const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${slug}.pdf"` };
  const query = { title: content.title, slug, description: description(content), _fields: fileFields };
  const call = { method: 'POST' as const, route: 'wp/v2/media', query, headers, bytes, act: true };
  const answer = await sendCall(job, call);
  const code = errorCode(answer);
  if (answer.status === 403 && code === 'rest_cannot_create')
    throw new NeedsOperator('WordPress does not let this account upload files: give it the role Author', 'credentials');
  // What WordPress itself says is certain: no file was taken.
  if (code.startsWith('rest_upload_')) {
    const said = shortDetail(textOf(readObject(answer.text), 'message'));
    throw new Fatal(`WordPress refused the PDF: ${said || code}`);
  }
  if (answer.status === 413) throw new Fatal(`The PDF is larger than this site takes (${bytes.length} bytes)`);
  const found = toPublished(objectIn(accepted(job, answer, true)), content);
  if (!found) throw new Unconfirmed('WordPress took the PDF but did not say where it stands');
  return found;
}

/** Stands on the file's own page, with the marker. */
function description(content: PostContent): string {
  return withMarker({ html: `<p>${escapeHtml(aboutFile(content))}</p>`, marker: content.marker });
}

function toPublished(row: Record<string, unknown> | undefined, content: PostContent): Published | undefined {
  const url = textOf(row, 'source_url');
  if (typeof row?.id !== 'number' || url === '') return undefined;
  return { state: 'published', url, remoteId: String(row.id), ...linksOfFile(content) };
}

async function lookUp(job: Job, content: PostContent): Promise<Found> {
  return (
    (await listOurs(job, content, { slug: slugOf(content) })) ??
    (await listOurs(job, content, { search: content.marker })) ?? { state: 'absent' }
  );
}

async function listOurs(job: Job, content: PostContent, by: Record<string, string>): Promise<Found | undefined> {
  // Of a file 6.1 leaves out what is asked for by "description.raw".
  const query = { ...by, context: 'edit', per_page: '20', _fields: `${fileFields},description` };
  const answer = await callRest(job, { method: 'GET', route: 'wp/v2/media', query });
  const list = readJson(answer.text);
  if (!Array.isArray(list))
    return { state: 'unknown', reason: 'WordPress answered the look-up with something unreadable' };
  const ours = rowsOf(list).find((row) => hasMarker(textOf(objectOf(row, 'description'), 'raw'), content.marker));
  if (ours === undefined) return undefined;
  const reason = 'WordPress shows the file without its number or address';
  return toPublished(ours, content) ?? { state: 'unknown', reason };
}

/** The file stays as it is; what stands beside it is written anew. Sent twice it changes nothing more: no act. */
async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  const body = { title: content.title, description: description(content) };
  const route = `wp/v2/media/${encodeURIComponent(remoteId)}`;
  const answer = await callRest(job, { method: 'POST', route, query: { _fields: fileFields }, body });
  const found = toPublished(objectIn(answer), content);
  if (!found) throw new Unconfirmed('WordPress took the change but did not say where the file stands');
  return found;
}
