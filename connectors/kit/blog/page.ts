import { escapeHtml } from '../escape-html.ts';
import { type BlogFacts, type BlogFile, cacheOf } from './blog.ts';

/** One page, without what all pages have. */
export interface Page {
  /** Below the blog's own folder. */
  path: string;
  title: string;
  description: string;
  /** Clean HTML of its middle. */
  main: string;
  /** True for the page of a missing address: it is shown at any place, so its links name whole addresses. */
  isAnywhere?: true;
}

const entries = [
  { path: 'index.html', text: 'Home' },
  { path: 'about.html', text: 'About' },
  { path: 'contact.html', text: 'Contact' },
] as const;

/** A whole page: one heading, landmarks, a way past the menu, and the address by which it wants to be known. */
export function writePage(facts: BlogFacts, page: Page): BlogFile {
  const up = page.isAnywhere ? facts.base : '../'.repeat(page.path.split('/').length - 1);
  const isFront = page.path === 'index.html';
  const title = isFront || page.title === facts.title ? facts.title : `${page.title} - ${facts.title}`;
  const known = page.isAnywhere
    ? '<meta name="robots" content="noindex">'
    : `<link rel="canonical" href="${escapeHtml(facts.base + (isFront ? facts.home : page.path))}">`;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
${isFront && facts.keywords.length > 0 ? `<meta name="keywords" content="${escapeHtml(facts.keywords.join(', '))}">\n` : ''}${known}
<link rel="stylesheet" href="${escapeHtml(up)}style.css">
<link rel="alternate" type="application/atom+xml" title="${escapeHtml(facts.title)}" href="${escapeHtml(up)}feed.xml">
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<p class="name" dir="auto"><a href="${escapeHtml(up)}index.html">${escapeHtml(facts.title)}</a></p>
<nav aria-label="Pages">
<ul>
${entries.map((entry) => entryOf(entry, up, page.path)).join('\n')}
</ul>
</nav>
</header>
<main id="main" dir="auto">
${page.main}
</main>
<footer>
${footerOf(facts, up)}
</footer>
</body>
</html>
`;
  return { path: page.path, type: 'text/html; charset=utf-8', cache: cacheOf.page, text };
}

function entryOf({ path, text }: (typeof entries)[number], up: string, shown: string): string {
  return `<li><a href="${escapeHtml(up)}${path}"${path === shown ? ' aria-current="page"' : ''}>${text}</a></li>`;
}

function footerOf({ social }: BlogFacts, up: string): string {
  const profiles = social.map(
    ({ name, url }) => `<li><a href="${escapeHtml(url)}" rel="me">${escapeHtml(name)}</a></li>`,
  );
  const feed = `<li><a href="${escapeHtml(up)}feed.xml">Feed</a></li>`;
  return `<ul aria-label="Elsewhere">\n${[...profiles, feed].join('\n')}\n</ul>`;
}

/** The one stylesheet of all pages, by day and by night. */
export const stylesheet: BlogFile = {
  path: 'style.css',
  type: 'text/css; charset=utf-8',
  cache: cacheOf.look,
  text: `:root{--ink:#1d2433;--soft:#4a5468;--paper:#fdfcfa;--line:#d9d6cf;--link:#0b57a4}
@media (prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#b5b2aa;--paper:#16181d;--line:#383b44;--link:#8ec1ff}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:44rem;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.65 Georgia,"Times New Roman",serif;overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static}
header,footer{font-family:system-ui,sans-serif}
header{border-bottom:1px solid var(--line);padding-bottom:1rem;margin-bottom:2rem}
.name{margin:0 0 .25rem;font-size:1.5rem;font-weight:700}
.name a{color:inherit;text-decoration:none}
nav ul,footer ul{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;list-style:none;margin:0;padding:0}
[aria-current]{font-weight:700}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.35rem;line-height:1.3;margin:2rem 0 .5rem}
.posts{list-style:none;margin:0;padding:0}
.posts li{padding:1rem 0;border-bottom:1px solid var(--line)}
.posts li:last-child{border:0}
.posts h2,.posts p{margin:0}
.when,.lead{color:var(--soft)}
.when{font:.9rem system-ui,sans-serif}
img,iframe,video{max-width:100%;height:auto}
pre{overflow-x:auto}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:start}
blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}
footer{border-top:1px solid var(--line);margin-top:3rem;padding-top:1rem}
`,
};
