/** Text made safe inside HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const style = `body{margin:0;font:17px/1.65 Georgia,serif;color:#24292f;background:#f6f5f1}
header{background:#2f4858;color:#fff;padding:1.1rem 0;font-family:system-ui,sans-serif}
header a{color:#fff;text-decoration:none;font-weight:600}
main,header div{max-width:44rem;margin:0 auto;padding:0 1.2rem}
article{background:#fff;border-radius:10px;padding:1.6rem 2rem;margin:1.6rem 0;box-shadow:0 1px 4px #0002}
h1,h2,h3{font-family:system-ui,sans-serif;line-height:1.25}h1{font-size:1.8rem}
article a{color:#00695c}img{max-width:100%;border-radius:6px}
blockquote{border-left:4px solid #cbd5d0;margin-left:0;padding-left:1rem;color:#555}
footer,.tags{font:14px system-ui,sans-serif;color:#6b7280}.tags span{background:#e8efec;border-radius:9px;padding:.1rem .6rem;margin-right:.4rem}`;

/** What a public page shows. */
export interface PageParts {
  site: string;
  title: string;
  /** HTML of the articles. */
  body: string;
  /** Further elements of the head. */
  head?: string;
}

/** A whole page as a stranger sees it. */
export function renderPage(parts: PageParts): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(parts.title)} – ${escapeHtml(parts.site)}</title>${parts.head ?? ''}<style>${style}</style></head>
<body><header><div><a href="/">${escapeHtml(parts.site)}</a></div></header><main>${parts.body}</main></body></html>`;
}

/** One article with its tags. */
export function renderArticle(article: { title: string; html: string; tags: string[]; footer: string }): string {
  const tags = article.tags.map((tag) => `<span>${escapeHtml(tag)}</span>`).join('');
  return `<article><h1>${escapeHtml(article.title)}</h1>${article.html}
<p class="tags">${tags}</p><footer>${escapeHtml(article.footer)}</footer></article>`;
}
