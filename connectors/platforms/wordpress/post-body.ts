import type { Job, PostContent } from '#connectors/kit/contract/platforms.ts';
import { normalForm } from '#domain/rules/comparable.ts';

/** Letters of a title that its slug is made of. */
const maxTitle = 255;

/** Readable and unique: words of the title and the end of the marker. For texts that wish for no address of their own. */
export function slugOf(content: PostContent): string {
  const words = normalForm(content.title.slice(0, maxTitle), 'NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
  return `${words || 'post'}-${content.marker.toLowerCase().slice(-10)}`;
}

/** Addresses under which a post may stand: the one that it wishes for, and that with a suffix. */
export function slugsOf(content: PostContent): string[] {
  return content.slug === undefined ? [slugOf(content)] : [content.slug, suffixed(content.slug, content)];
}

const suffixed = (slug: string, { marker }: PostContent) => `${slug}-${marker.toLowerCase().slice(-5)}`;

/**
 * The address of a post: as wished, with a suffix when an earlier post of ours has it. WordPress would try slug-2, slug-3
 * and so on at each post of one title, which slows it to a crawl after some hundred.
 */
export function chooseSlug(job: Job, content: PostContent): string {
  const { slug } = content;
  if (slug === undefined) return slugOf(content);
  const { memory } = job.tools;
  const key = `slug ${job.site.url} ${slug}`;
  const holder = memory.get(key) ?? content.marker;
  memory.set(key, holder);
  return holder === content.marker ? slug : suffixed(slug, content);
}
