import { createHash } from 'node:crypto';
import type { Job } from './contract/platforms.ts';
import type { OutsideStream } from './contract/tools.ts';
import { Fatal, Retryable } from './errors.ts';

/** An image that a text shows. */
export interface PageImage {
  url: string;
  alt: string;
}

/** Largest image that is uploaded, in bytes: beyond it a page is no fun to read, and most hosts refuse it. */
const maxBytes = 16 * 1024 * 1024;
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** The images of a text, each address once. */
export function imagesIn(html: string): PageImage[] {
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

/** Readable, and the same for the same address: what stands in a library is found by it. Without an ending. */
export function imageName({ url }: PageImage): string {
  const last = new URL(url).pathname.split('/').pop() ?? '';
  const words = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${words || 'image'}-${createHash('sha256').update(url).digest('hex').slice(0, 10)}`;
}

/** The bytes of an image, and the ending that its type has; `who` takes it. Fatal where it is none that blogs show. */
export async function fetchImage(job: Job, who: string, { url }: PageImage) {
  const { headers, body } = await open(job, url);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = endings[type];
  if (ending === undefined) throw new Fatal(`${who} takes no image of the type "${type}": ${url}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks) as Uint8Array, type, ending };
}

/** Its answer is no word of the site: whatever it is, the post waits for the operator. */
async function open(job: Job, url: string): Promise<OutsideStream> {
  try {
    return await job.tools.stream({ method: 'GET', url }, maxBytes);
  } catch (error) {
    if (error instanceof Retryable || job.tools.signal.aborted) throw error;
    throw new Fatal(`Image not reachable: ${url}`, { cause: error });
  }
}

/** Images on their way to a site, by the account's memory: posts that want the same one wait for it. */
const onTheWay = new WeakMap<Map<string, string>, Map<string, Promise<unknown>>>();

/** What an image became at the site, as `bring` tells it: from memory, else brought there, once for all posts. */
export async function onceAtSite(job: Job, { url }: PageImage, bring: () => Promise<string>): Promise<string> {
  const { memory } = job.tools;
  const running = onTheWay.get(memory) ?? new Map<string, Promise<unknown>>();
  onTheWay.set(memory, running);
  const key = `image ${job.site.url} ${url}`;
  // How it ends for another post is that post's; whether it is there is asked anew.
  for (let other = running.get(key); other; other = running.get(key)) await other.catch(() => undefined);
  const known = memory.get(key);
  if (known !== undefined) return known;
  const work = bring();
  running.set(key, work);
  try {
    const brought = await work;
    memory.set(key, brought);
    return brought;
  } finally {
    running.delete(key);
  }
}
