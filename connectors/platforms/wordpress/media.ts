import { createHash } from 'node:crypto';
import type { Job, PostContent } from '#connectors/kit/contract/platforms.ts';
import type { OutsideStream } from '#connectors/kit/contract/tools.ts';
import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { escapeHtml } from '#connectors/kit/escape-html.ts';
import { readJson, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import { accepted, callRest, errorCode, objectIn, sendCall } from './rest-call.ts';
import { rowsOf } from './rest-root.ts';

/** Largest image that is uploaded: beyond it a page is no fun to read, and most hosts refuse it. */
const maxBytes = 16 * 1024 * 1024;
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const mediaFields = 'id,source_url,alt_text';

interface Image {
  url: string;
  alt: string;
}
interface Uploaded {
  id: number;
  url: string;
}

/** The HTML of a post with its images in the site's own library, and the id of the featured one. */
export async function withUploads(job: Job, content: PostContent): Promise<{ html: string; featured?: number }> {
  let { html } = content;
  if (!content.hotlink)
    for (const image of imagesOf(html)) {
      if (isSameSite(job.site.url, image.url)) continue;
      const { id, url } = await inLibrary(job, image);
      // By this class WordPress keeps an image within its column, and offers smaller sizes of it.
      const own = `class="wp-image-${id}" src="${escapeHtml(url)}"`;
      html = html.replaceAll(`src="${escapeHtml(image.url)}"`, () => own);
    }
  // A featured image is named by its id: there is no linking to it.
  return content.featured ? { html, featured: (await inLibrary(job, content.featured)).id } : { html };
}

function imagesOf(html: string): Image[] {
  const images = [...html.matchAll(/<img ([^>]*)>/g)].map(([, attributes = '']) => ({
    url: attribute(attributes, 'src'),
    alt: attribute(attributes, 'alt'),
  }));
  return images.filter(({ url }, index) => url !== '' && images.findIndex((one) => one.url === url) === index);
}

const attribute = (attributes: string, name: string) =>
  (new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Images on their way to a site, by the account's memory: posts that want the same one wait for it. */
const onTheWay = new WeakMap<Map<string, string>, Map<string, Promise<unknown>>>();

/**
 * An image in the library of the site: once for all posts. It is looked for by its name first, so that a lost answer leads
 * to no second copy.
 */
async function inLibrary(job: Job, image: Image): Promise<Uploaded> {
  const { memory } = job.tools;
  const running = onTheWay.get(memory) ?? new Map<string, Promise<unknown>>();
  onTheWay.set(memory, running);
  const key = `image ${job.site.url} ${image.url}`;
  // How it ends for another post is that post's; whether it is there is asked anew.
  for (let other = running.get(key); other; other = running.get(key)) await other.catch(() => undefined);
  const known = /^(\d+) (.+)$/.exec(memory.get(key) ?? '');
  if (known) return { id: Number(known[1]), url: known[2] ?? '' };
  const work = (async () => (await findImage(job, image)) ?? (await upload(job, image)))();
  running.set(key, work);
  try {
    const uploaded = await work;
    memory.set(key, `${uploaded.id} ${uploaded.url}`);
    return uploaded;
  } finally {
    running.delete(key);
  }
}

/** Readable, and the same for the same address: what stands in the library is found by it. */
function nameOf({ url }: Image): string {
  const last = new URL(url).pathname.split('/').pop() ?? '';
  const words = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${words || 'image'}-${createHash('sha256').update(url).digest('hex').slice(0, 10)}`;
}

async function findImage(job: Job, image: Image): Promise<Uploaded | undefined> {
  const query = { slug: nameOf(image), _fields: mediaFields };
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

async function upload(job: Job, image: Image): Promise<Uploaded> {
  const { bytes, type } = await download(job, image.url);
  const answer = await callMedia(job, image, { bytes, type });
  const made = toUploaded(objectIn(answer));
  if (!made) throw new Unconfirmed('WordPress took the image but did not say where it stands');
  await describe(job, made.id, image.alt);
  return made;
}

async function callMedia(job: Job, image: Image, file: { bytes: Uint8Array; type: string }) {
  const name = `${nameOf(image)}.${endings[file.type]}`;
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

async function download(job: Job, url: string): Promise<{ bytes: Uint8Array; type: string }> {
  const { headers, body } = await open(job, url);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (endings[type] === undefined) throw new Fatal(`WordPress takes no image of the type "${type}": ${url}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), type };
}

/** Its answer is no word of WordPress: whatever it is, the post waits for the operator. */
async function open(job: Job, url: string): Promise<OutsideStream> {
  try {
    return await job.tools.stream({ method: 'GET', url }, maxBytes);
  } catch (error) {
    if (error instanceof Retryable || job.tools.signal.aborted) throw error;
    throw new Fatal(`Image not reachable: ${url}`, { cause: error });
  }
}
