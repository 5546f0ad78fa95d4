import { escapeHtml } from '../escape-html.ts';
import {
  type BlogFacts,
  type BlogFile,
  type BlogPost,
  type BlogState,
  cacheOf,
  stateFile,
  writeState,
} from './blog.ts';
import { writePage } from './page.ts';

/** Posts on the front page and in the feed; all stand in the archive and in the sitemap. */
const newest = { front: 30, feed: 50 };

/**
 * The files that tell of all posts, in the order in which they are put: the state is the last one, so that a post counts as
 * published when all else tells of it.
 */
export function listFiles(state: BlogState): BlogFile[] {
  const { facts, posts } = state;
  return [
    frontPage(facts, posts),
    archive(facts, posts),
    { path: 'feed.xml', type: 'application/atom+xml; charset=utf-8', cache: cacheOf.page, text: feed(facts, posts) },
    { path: 'sitemap.xml', type: 'application/xml; charset=utf-8', cache: cacheOf.page, text: sitemap(facts, posts) },
    { path: stateFile, type: 'application/json', cache: 'no-cache', text: writeState(state) },
  ];
}

function frontPage(facts: BlogFacts, posts: readonly BlogPost[]): BlogFile {
  const shown = posts.slice(0, newest.front);
  const more = posts.length > shown.length ? `\n<p><a href="archive.html">All ${posts.length} posts</a></p>` : '';
  const list =
    shown.length === 0
      ? '<p>The first post is yet to come.</p>'
      : `<ul class="posts">\n${shown.map((post) => itemOf(post)).join('\n')}\n</ul>${more}`;
  const main = `<h1 dir="auto">${escapeHtml(facts.title)}</h1>\n<p class="lead" dir="auto">${escapeHtml(facts.description)}</p>\n${list}`;
  return writePage(facts, { path: 'index.html', title: facts.title, description: facts.description, main });
}

function itemOf({ path, title, summary, at }: BlogPost): string {
  return `<li dir="auto"><h2><a href="${path}">${escapeHtml(title)}</a></h2>
<p class="when">${timeOf(at)}</p>
<p>${escapeHtml(summary)}</p></li>`;
}

function archive(facts: BlogFacts, posts: readonly BlogPost[]): BlogFile {
  const items = posts.map(
    ({ path, title, at }) =>
      `<li dir="auto"><a href="${path}">${escapeHtml(title)}</a> <span class="when">${timeOf(at)}</span></li>`,
  );
  const list = items.length === 0 ? '<p>There are no posts yet.</p>' : `<ul class="posts">\n${items.join('\n')}\n</ul>`;
  const description = `All posts of ${facts.title}`;
  return writePage(facts, {
    path: 'archive.html',
    title: 'All posts',
    description,
    main: `<h1>All posts</h1>\n${list}`,
  });
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** A day as people read it, and as programs do. */
export function timeOf(at: string): string {
  const day = new Date(at);
  return `<time datetime="${escapeHtml(at)}">${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}</time>`;
}

/** XML 1.0 takes no control characters, and half a pair is no character (XML 1.0, section 2.2). */
const xml = (text: string) =>
  escapeHtml(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

/** RFC 4287. */
function feed(facts: BlogFacts, posts: readonly BlogPost[]): string {
  const home = xml(facts.base + facts.home);
  const entries = posts.slice(0, newest.feed).map(({ path, title, summary, at }) => {
    const address = xml(facts.base + path);
    return `<entry><title>${xml(title)}</title><link href="${address}"/><id>${address}</id><published>${at}</published><updated>${at}</updated><summary>${xml(summary)}</summary></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${xml(facts.title)}</title>
<subtitle>${xml(facts.description)}</subtitle>
<link rel="self" href="${xml(facts.base)}feed.xml"/>
<link href="${home}"/>
<id>${home}</id>
<updated>${posts[0]?.at ?? '2000-01-01T00:00:00Z'}</updated>
<author><name>${xml(facts.title)}</name></author>
${entries.join('\n')}
</feed>
`;
}

/** sitemaps.org, protocol 0.9: at most 50,000 addresses. */
function sitemap({ base, home }: BlogFacts, posts: readonly BlogPost[]): string {
  const pages = [home, 'about.html', 'contact.html'].map((path) => `<url><loc>${xml(base + path)}</loc></url>`);
  const rows = posts
    .slice(0, 50_000 - pages.length)
    .map(({ path, at }) => `<url><loc>${xml(base + path)}</loc><lastmod>${at}</lastmod></url>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${[...pages, ...rows].join('\n')}
</urlset>
`;
}
