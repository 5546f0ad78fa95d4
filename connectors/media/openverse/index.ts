import type { FoundMedia, MediaSource } from '#connectors/kit/contract/media.ts';
import { askSource, dayMs, idOf, isWhole, requireList, sizeOf } from '#connectors/kit/media/ask-source.ts';
import { textOf } from '#connectors/kit/read-answer.ts';

const label = 'Openverse';
/** Larger files are not for a page. */
const maxBytes = 10 * 1024 * 1024;

/** Openverse finds images under open licences at many collections (api.openverse.org/v1). It asks for no key. */
export const openverse: MediaSource = {
  id: 'openverse',
  label,
  address: 'https://api.openverse.org',
  fields: [],
  asks: [],
  finds: ['image'],
  maxWanted: 20,
  hosting: 'link',
  keepMs: dayMs,
  async find(job, { words, wanted, after }) {
    const page = Number(after ?? '1');
    const query = { q: words, page_size: String(wanted), page: String(page) };
    // A post may earn: only what may be used so. Drawings as SVG are taken by no blog.
    const kept = { license_type: 'commercial', mature: 'false', extension: 'jpg,jpeg,png,gif,webp' };
    const answer = await askSource(job, { who: label, path: '/v1/images/', query: { ...query, ...kept } });
    const found = requireList(answer, 'results', label)
      .filter((one) => one.mature !== true && (sizeOf(one, 'filesize') ?? 0) <= maxBytes)
      .map(toMedia)
      .filter(isWhole);
    return { found, next: page < (sizeOf(answer, 'page_count') ?? 0) ? String(page + 1) : null };
  },
  async check(job) {
    await openverse.find(job, { kind: 'image', words: 'garden', wanted: 1, after: null });
    return { detail: 'Openverse answers; it asks for no key' };
  },
};

function toMedia(one: Record<string, unknown>): FoundMedia {
  const title = textOf(one, 'title');
  return {
    remoteId: idOf(one),
    kind: 'image',
    url: textOf(one, 'url'),
    form: 'file',
    pageUrl: textOf(one, 'foreign_landing_url'),
    width: sizeOf(one, 'width'),
    height: sizeOf(one, 'height'),
    alt: title,
    credit: textOf(one, 'attribution') || creditOf(one, title),
  };
}

/** Title, author and licence, as the licences of Creative Commons ask for them. */
function creditOf(one: Record<string, unknown>, title: string): string {
  const name = textOf(one, 'license').toUpperCase();
  const licence = /^(CC0|PDM)$/.test(name) ? name : `CC ${name}`;
  const author = textOf(one, 'creator');
  return `${title || 'Image'}${author ? ` by ${author}` : ''}, ${`${licence} ${textOf(one, 'license_version')}`.trim()}`;
}
