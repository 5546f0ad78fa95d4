import type { Job, PlacedLink } from '#connectors/kit/contract/platforms.ts';
import { listOf, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { call } from './admin-call.ts';

/** Sites whose addresses Ghost leaves alone (outbound-link-tagger.js of 6.65). */
const leftAlone =
  /^(?:(?:www\.)?facebook\.com|(?:web\.)?archive\.org|www\.federalreserve\.gov|www\.chicagomag\.com|(?:www\.)?bailii\.org|.*\.doubleclick\.net|.*\.substack\.com)$/;

/** What the blog's settings tell of it. */
export interface Blog {
  title: string;
  /** True when it writes its own name into every address that leads elsewhere (outbound link tagging, the usual). */
  tagsLinks: boolean;
}

export async function readBlog(job: Job): Promise<Blog> {
  const answer = readObject((await call(job, { method: 'GET', route: 'settings/' })).text);
  const settings = new Map(listOf(answer, 'settings').map((one) => [textOf(one, 'key'), one.value]));
  return { title: String(settings.get('title') ?? ''), tagsLinks: settings.get('outbound_link_tagging') === true };
}

/** Links as they stand on a page of the blog: with "?ref=" and its name where it tags links. */
export function standingLinks(links: PlacedLink[], blog: Blog, pageUrl: string): { links?: PlacedLink[] } {
  if (!blog.tagsLinks || links.length === 0) return {};
  const own = new URL(pageUrl);
  return { links: links.map((link) => ({ ...link, url: tagged(link.url, own) })) };
}

function tagged(address: string, own: URL): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const isTagged = ['ref', 'utm_source', 'source'].some((name) => url.searchParams.has(name));
  if (isTagged || url.host === own.host || leftAlone.test(url.hostname)) return address;
  const sign = `${url.search ? '&' : '?'}ref=${encodeURIComponent(own.hostname.replace(/^www\./, ''))}`;
  return `${url.href.replace(/#.*$/, '')}${sign}${url.hash}`;
}
