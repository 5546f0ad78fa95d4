import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { normalForm } from '#domain/rules/comparable.ts';

/** Letters of a title that its slug is made of. */
const maxTitle = 255;

/**
 * Readable and unique: words of the title and the end of the marker. Without it equal titles make WordPress try
 * slug-2, slug-3 and so on at each post, which slows it to a crawl after some hundred.
 */
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
