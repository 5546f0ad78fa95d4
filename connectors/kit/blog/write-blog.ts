import { escapeHtml } from '../escape-html.ts';
import { cutText, htmlToText } from '../html-to-text.ts';
import { type BlogArticle, type BlogFacts, type BlogFile, type BlogPost, cacheOf, markOf, pathOf } from './blog.ts';
import { listFiles, timeOf } from './lists.ts';
import { stylesheet, writePage } from './page.ts';

/** What a whole blog is made of. */
export interface NewBlog {
  facts: BlogFacts;
  /** Clean HTML. */
  about: string;
  contact: string;
  /** The first is the newest. */
  articles: readonly BlogArticle[];
  /** When the newest was published, ISO 8601 UTC; each other one a day before. */
  at: string;
}

/** A post that is to stand in a blog. */
export interface PostToWrite {
  post: BlogPost;
  /** Clean HTML. */
  html: string;
  author: string;
  tags: readonly string[];
}

const dayMs = 86_400_000;
const summaryLength = 200;

/** The facts of a post for the lists, by what it is known by. */
export function postOf(known: string, { title, html, at }: { title: string; html: string; at: string }): BlogPost {
  const mark = markOf(known);
  const summary = cutText(htmlToText(html).replace(/\s+/g, ' '), summaryLength);
  return { path: pathOf(title, mark), title, summary, at, mark };
}

/** The page of a post. */
export function writePost(facts: BlogFacts, { post, html, author, tags }: PostToWrite): BlogFile {
  const by = author === '' ? '' : ` by <span dir="auto">${escapeHtml(author)}</span>`;
  const words = tags.length === 0 ? '' : `\n<p class="when">${tags.map(escapeHtml).join(', ')}</p>`;
  const main = `<article>
<h1 dir="auto">${escapeHtml(post.title)}</h1>
<p class="when">${timeOf(post.at)}${by}</p>
${html}${words}
</article>`;
  return writePage(facts, { path: post.path, title: post.title, description: post.summary, main });
}

/** All files of a new blog, in the order in which they are uploaded; pure, and the same from the same facts. */
export function writeBlog({ facts, about, contact, articles, at }: NewBlog): BlogFile[] {
  const posts = articles.map((article, nth) => {
    const published = new Date(Date.parse(at) - nth * dayMs).toISOString();
    const post = postOf(`${nth} ${article.title}`, { ...article, at: published });
    return { post, html: article.html, author: article.author, tags: [] };
  });
  const { title } = facts;
  const page = (path: string, name: string, html: string) =>
    writePage(facts, { path, title: name, description: `${name}: ${title}`, main: `<h1>${name}</h1>\n${html}` });
  const missing = '<h1>This page is not here</h1>\n<p>It may have moved: see the front page.</p>';
  const description = `Not found: ${title}`;
  return [
    stylesheet,
    page('about.html', 'About', about),
    page('contact.html', 'Contact', contact),
    writePage(facts, { path: '404.html', title: 'Not found', description, main: missing, isAnywhere: true }),
    robots(facts),
    ...posts.map((post) => writePost(facts, post)),
    ...listFiles({ facts, posts: posts.map(({ post }) => post) }),
  ];
}

function robots({ base }: BlogFacts): BlogFile {
  const text = `User-agent: *\nAllow: /\nSitemap: ${base}sitemap.xml\n`;
  return { path: 'robots.txt', type: 'text/plain; charset=utf-8', cache: cacheOf.look, text };
}
