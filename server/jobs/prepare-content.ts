import { sql } from 'kysely';
import type { PlacedLink, PostContent } from '#connectors/kit/contract.ts';
import type { LinkSetKeywords } from '#domain/contract/links.ts';
import { pickOne, seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import type { App } from '../app.ts';
import { chooseAnchor } from '../compose/choose-anchor.ts';
import { compose } from '../compose/compose.ts';
import { type MediaWish, mediaUrls } from '../compose/place-media.ts';
import type { ClaimedPost } from '../engine/claim.ts';
import { CannotWork, type PostContext } from './post-context.ts';

/** A finished text, the article it used, and what the operator should know of it. */
export interface Prepared {
  content: PostContent;
  articleId: number | null;
  note: string | null;
}

/** The text of a post: the stored one on a further try, else composed from an article and the drawn links. */
export async function prepareContent(app: App, post: ClaimedPost, context: PostContext): Promise<Prepared> {
  if (post.content) return { content: post.content, articleId: post.articleId, note: null };
  const { project, platform } = context;
  if (platform.accepts.markup === 'bookmark' && post.draws.length === 0)
    throw new CannotWork('A bookmark needs a link: tick Insert URLs and choose an input link set');
  const links = await pickLinks(app, post, project.linkRel);
  const article = await reserveArticle(app, post, project.contentGroupId);
  const notes: string[] = [];
  const content = compose({
    seed: post.seed,
    marker: post.marker,
    article,
    links,
    position: project.linkPlacement ?? 'ReplaceKeyword',
    tags: project.tags,
    images: project.insertImages ? mediaWish(project, 'image', notes) : null,
    videos: project.insertVideos ? mediaWish(project, 'video', notes) : null,
    accepts: platform.accepts,
  });
  return { content, articleId: article.id, note: notes.length > 0 ? notes.join('; ') : null };
}

/** Reserves one at random among the least used articles below the limit (D-ENG-07). */
async function reserveArticle(app: App, post: ClaimedPost, groupId: number | null) {
  const at = seededRandom(`${post.seed} article`)();
  const { rows } = await sql<{ id: number; title: string; body: string; authorName: string; authorBio: string }>`
    /* hot: reserve-article */ select id, title, body, author_name as "authorName", author_bio as "authorBio"
    from reserve_article(${post.id}, ${groupId}, ${at})`.execute(app.store.db);
  const article = rows[0];
  if (!article) throw new CannotWork('No article left to use in the content group');
  return article;
}

/** Links in the order of the draws, the least placed ones of each set first, none twice in one post. */
async function pickLinks(app: App, post: ClaimedPost, rel: string): Promise<PlacedLink[]> {
  const random = seededRandom(`${post.seed} links`);
  const placed: PlacedLink[] = [];
  for (const [linkSetId, draws] of Map.groupBy(post.draws, (draw) => draw.linkSetId)) {
    const { rows } = await sql<{ url: string; anchor: string; keywords: LinkSetKeywords | null }>`
      /* hot: pick-links */ select * from pick_links(${linkSetId}, ${draws.length})`.execute(app.store.db);
    for (const [index, draw] of draws.entries()) {
      // A set may hold fewer links than were drawn: each stands in a post once.
      const link = rows[index];
      if (link) placed.push({ url: link.url, anchor: chooseAnchor(random, link, draw.anchorType, link.keywords), rel });
    }
  }
  if (post.draws.length > 0 && placed.length === 0) throw new CannotWork('The input link sets hold no link');
  return placed;
}

/** Media from given addresses; a search by keywords finds none until a search service is set up (D-ENG-09). */
function mediaWish(project: PostContext['project'], kind: 'image' | 'video', notes: string[]): MediaWish | null {
  const [search, text, min, max, position] =
    kind === 'image'
      ? [project.searchForImages, project.imagesToInsert, project.minImage, project.maxImage, project.imagePosition]
      : [project.searchForVideos, project.videosToInsert, project.minVideo, project.maxVideo, project.videoPosition];
  const urls = search ? [] : mediaUrls(text);
  if (urls.length > 0) return { urls, min: min ?? 0, max: max ?? 0, position: position ?? 'Random' };
  const why = search ? `No ${kind} search service is set up` : `No usable ${kind} address`;
  notes.push(`${why}: posted without ${kind}s`);
  return null;
}

/** Anchor stored with the page made: one of the project's output anchors, the title where there is none (D-PROJ-09). */
export function outputAnchor(post: ClaimedPost, outputAnchors: string): string {
  const title = post.content?.title ?? '';
  const lines = outputAnchors.split('\n').filter((line) => line.trim() !== '');
  const random = seededRandom(`${post.seed} anchor`);
  return lines.length === 0 ? title : spin(pickOne(random, lines), random).trim() || title;
}
