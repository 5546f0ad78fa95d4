import type { Job, PostContent } from '#connectors/kit/contract/platforms.ts';
import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { escapeHtml } from '#connectors/kit/escape-html.ts';
import { fetchImage, imageName, imagesIn, onceAtSite, type PageImage } from '#connectors/kit/page-images.ts';
import { readJson, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import { accepted, callRest, errorCode, objectIn, sendCall } from './rest-call.ts';
import { rowsOf } from './rest-root.ts';

const mediaFields = 'id,source_url,alt_text';

interface Uploaded {
  id: number;
  url: string;
}

/** The HTML of a post with its images in the site's own library, and the id of the featured one. */
export async function withUploads(job: Job, content: PostContent): Promise<{ html: string; featured?: number }> {
  let { html } = content;
  if (!content.hotlink)
    for (const image of imagesIn(html)) {
      if (isSameSite(job.site.url, image.url)) continue;
      const { id, url } = await inLibrary(job, image);
      // By this class WordPress keeps an image within its column, and offers smaller sizes of it.
      const own = `class="wp-image-${id}" src="${escapeHtml(url)}"`;
      html = html.replaceAll(`src="${escapeHtml(image.url)}"`, () => own);
    }
  // A featured image is named by its id: there is no linking to it.
  return content.featured ? { html, featured: (await inLibrary(job, content.featured)).id } : { html };
}

/**
 * An image in the library of the site: once for all posts. It is looked for by its name first, so that a lost answer leads
 * to no second copy.
 */
async function inLibrary(job: Job, image: PageImage): Promise<Uploaded> {
  const told = await onceAtSite(job, image, async () => {
    const { id, url } = (await findImage(job, image)) ?? (await upload(job, image));
    return `${id} ${url}`;
  });
  const [, id, url = ''] = /^(\d+) (.+)$/.exec(told) ?? [];
  return { id: Number(id), url };
}

async function findImage(job: Job, image: PageImage): Promise<Uploaded | undefined> {
  const query = { slug: imageName(image), _fields: mediaFields };
  const answer = await callRest(job, { method: 'GET', route: 'wp/v2/media', query });
  const list = readJson(answer.text);
  if (!Array.isArray(list)) throw new Retryable('WordPress answered the look for an image with something unreadable');
  const row = rowsOf(list)[0];
  const found = toUploaded(row);
  if (found && textOf(row, 'alt_text') === '') await describe(job, found.id, image.alt);
  return found;
}

function toUploaded(row: Record<string, unknown> | undefined): Uploaded | undefined {
  const url = textOf(row, 'source_url');
  return typeof row?.id === 'number' && url !== '' ? { id: row.id, url } : undefined;
}

async function upload(job: Job, image: PageImage): Promise<Uploaded> {
  const answer = await callMedia(job, image, await fetchImage(job, 'WordPress', image));
  const made = toUploaded(objectIn(answer));
  if (!made) throw new Unconfirmed('WordPress took the image but did not say where it stands');
  await describe(job, made.id, image.alt);
  return made;
}

async function callMedia(job: Job, image: PageImage, file: { bytes: Uint8Array; type: string; ending: string }) {
  const name = `${imageName(image)}.${file.ending}`;
  const headers = { 'content-type': file.type, 'content-disposition': `attachment; filename="${name}"` };
  const query = { _fields: mediaFields };
  const call = { method: 'POST' as const, route: 'wp/v2/media', query, headers, bytes: file.bytes, act: true };
  const answer = await sendCall(job, call);
  const code = errorCode(answer);
  if (answer.status === 403 && code === 'rest_cannot_create')
    throw new Fatal(
      'WordPress does not let this account upload images: give it the role Author, or leave images where they are',
    );
  // What WordPress itself says is certain: no image was taken.
  if (code.startsWith('rest_upload_'))
    throw new Fatal(`WordPress refused the image ${image.url}: ${textOf(readObject(answer.text), 'message')}`);
  return accepted(job, answer, true);
}

/** Text for those who do not see it. Sent twice it changes nothing more: no act. */
async function describe(job: Job, id: number, alt: string): Promise<void> {
  if (alt === '') return;
  const query = { _fields: 'id' };
  await callRest(job, { method: 'POST', route: `wp/v2/media/${id}`, query, body: { alt_text: alt } });
}
