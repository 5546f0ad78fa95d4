import { setImmediate } from 'node:timers/promises';
import type { BlogArticle, BlogFacts, BlogFile } from '#connectors/kit/blog/blog.ts';
import { stylesheet } from '#connectors/kit/blog/page.ts';
import { writeBlog } from '#connectors/kit/blog/write-blog.ts';
import { blogTexts, type CloudBlogForm } from '#domain/contract/cloud-blogs.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import { toBlocks } from '../../compose/html-blocks.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';

/** What a blog is made of; the same seed makes the same blog. */
export interface BlogPlan {
  seed: string;
  settings: CloudBlogForm;
  articles: BlogArticle[];
  /** Public address of its folder, "/" at its end, and what follows it for the front page. */
  base: string;
  home: BlogFacts['home'];
  /** When it is published, ISO 8601 UTC. */
  at: string;
}

const networks = [
  ['Facebook', 'facebook'],
  ['Instagram', 'instagram'],
  ['Twitter', 'twitter'],
  ['LinkedIn', 'linkedin'],
] as const;

/** All files of a blog; long to make for many articles, so pure and made aside from any transaction. */
export function filesOfBlog({ seed, settings, articles, base, home, at }: BlogPlan): BlogFile[] {
  const draw = (name: string, text: string) => spin(text, seededRandom(`${seed} ${name}`)).trim();
  const facts: BlogFacts = {
    title: draw('title', settings.title),
    description: draw('description', settings.description),
    keywords: splitCommaText(draw('keywords', settings.keywords)),
    social: networks.flatMap(([name, field]) => (settings[field] === '' ? [] : [{ name, url: settings[field] }])),
    base,
    home,
  };
  const html = (name: string, text: string) => toBlocks(draw(name, text)).join('\n');
  const about = html('about', settings.aboutMe);
  return writeBlog({ facts, about, contact: html('contact', settings.contact), articles, at });
}

/** The title of a blog as its seed draws it. */
export const titleOf = (seed: string, { title }: Pick<CloudBlogForm, 'title'>) =>
  spin(title, seededRandom(`${seed} title`)).trim();

/** Articles as posts, in the order in which they were chosen; refused where one is gone. */
export async function readArticles(db: Queryable, ids: readonly number[], seed: string): Promise<BlogArticle[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('articles')
    .where('id', '=', anyOf([...ids]))
    .select(['id', 'title', 'body', 'author_name'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const articles: BlogArticle[] = [];
  for (const id of new Set(ids)) {
    const row = byId.get(id);
    if (!row) throw new Refusal('INVALID', blogTexts.articlesGone, { field: 'articleIds' });
    const random = seededRandom(`${seed} article ${id}`);
    const title = spin(row.title, random).replace(/\s+/g, ' ').trim();
    const html = toBlocks(spin(row.body, random)).join('\n');
    articles.push({ title, html, author: spin(row.author_name, random).trim() });
    // A long one takes its moment: others get theirs between two.
    await setImmediate();
  }
  return articles;
}

const sample: BlogArticle = {
  title: 'A sample post',
  html: '<p>This is how a post looks. Posts come from the articles that you choose, and from projects that post to the blog.</p>\n<h2>A heading</h2>\n<p>A list:</p>\n<ul>\n<li>first</li>\n<li>second</li>\n</ul>',
  author: '',
};
const shown = ['index.html', 'about.html', 'contact.html'];

/** Pages of a blog as they would be uploaded, each with its look inside, so that it can be shown by itself (D-BLOG-01). */
export async function previewBlog(
  db: Queryable,
  settings: CloudBlogForm,
): Promise<{ pages: { path: string; html: string }[] }> {
  const seed = 'preview';
  const chosen = await readArticles(db, settings.articleIds.slice(0, 3), seed);
  const articles = chosen.length === 0 ? [sample] : chosen;
  const at = new Date().toISOString();
  const base = 'https://preview.invalid/';
  const files = filesOfBlog({ seed, settings, articles, base, home: 'index.html', at });
  const look = `<style>${stylesheet.text}</style>`;
  const posts = files.filter(({ path }) => path.startsWith('posts/')).slice(0, 1);
  const pages = [...shown.flatMap((path) => files.filter((file) => file.path === path)), ...posts];
  return {
    pages: pages.map(({ path, text }) => ({ path, html: text.replace(/<link rel="stylesheet"[^>]*>/, () => look) })),
  };
}
