import { sql } from 'kysely';
import type { PlacedLink, PostContent } from '#connectors/kit/contract/platforms.ts';
import type { LinkSetKeywords } from '#domain/contract/links.ts';
import { pickOne, seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import type { App } from '../app.ts';
import { chooseAnchor } from '../compose/choose-anchor.ts';
import { composeAside } from '../compose/compose-aside.ts';
import { type MediaWish, mediaUrls } from '../compose/place-media.ts';
import type { ClaimedPost } from '../engine/claim.ts';
import { CannotWork, type PostContext } from './post-context.ts';

/** A finished text, the article it used, and what the operator should know of it. */
export interface Prepared {
  content: PostContent;
  note: string | null;
}

/** The text of a post: the stored one on a further try, else composed from an article and the drawn links. */
export async function prepareContent(app: App, post: ClaimedPost, context: PostContext): Promise<Prepared> {
  if (post.content) return { content: post.content, note: null };
  const { project, platform } = context;
  if (platform.accepts.markup === 'bookmark' && post.draws.length === 0)
    throw new CannotWork('A bookmark needs a link: tick Insert URLs and choose an input link set');
  const { article, picked } = await takeMaterial(app, post, project.contentGroupId);
  const links = placeAnchors(post, picked, project.linkRel);
  if (!article) throw new CannotWork('No article left to use in the content group');
  const notes: string[] = [];
  const content = await composeAside({
    seed: post.seed,
    marker: post.marker,
    article,
    links,
    position: project.linkPlacement ?? 'ReplaceKeyword',
    tags: project.tags,
    images: project.insertImages ? mediaWish(project, 'image', notes) : null,
    videos: project.insertVideos ? mediaWish(project, 'video', notes) : null,
    accepts: platform.accepts,
  }).catch((error: Error) => {
    throw new CannotWork(error.message);
  });
  return { content, note: notes.length > 0 ? notes.join('; ') : null };
}

interface Material {
  article: { id: number; title: string; body: string; authorName: string; authorBio: string } | null;
  picked: PickedLink[];
}
interface PickedLink {
  linkSetId: number;
  url: string;
  anchor: string;
  keywords: LinkSetKeywords | null;
}

/**
 * Reserves one article at random among the least used below the limit (D-ENG-07), and counts the least placed links of
 * each set drawn from as placed; one statement, since every post comes by here.
 */
async function takeMaterial(app: App, post: ClaimedPost, groupId: number | null): Promise<Material> {
  const at = seededRandom(`${post.seed} article`)();
  const drawn = [...Map.groupBy(post.draws, (draw) => draw.linkSetId)];
  const lists = drawn.map(([linkSetId]) => linkSetId);
  const counts = drawn.map(([, draws]) => draws.length);
  const { rows } = await sql<Material>`/* hot: take-material */ select
    (select json_build_object('id', id, 'title', title, 'body', body, 'authorName', author_name, 'authorBio', author_bio)
      from reserve_article(${post.id}, ${app.bootId}, ${groupId}, ${at})) as article,
    (select coalesce(json_agg(json_build_object('linkSetId', d.list, 'url', l.url, 'anchor', l.anchor, 'keywords', l.keywords)), '[]')
      from unnest(${lists}::bigint[], ${counts}::int[]) d(list, n) cross join lateral pick_links(d.list, d.n) l) as picked`.execute(
    app.store.db,
  );
  return rows[0] ?? { article: null, picked: [] };
}

/** Links in the order of the draws; a set may hold fewer links than were drawn: each stands in a post once. */
function placeAnchors(post: ClaimedPost, picked: PickedLink[], rel: string): PlacedLink[] {
  const random = seededRandom(`${post.seed} links`);
  const bySet = Map.groupBy(picked, (link) => link.linkSetId);
  const placed: PlacedLink[] = [];
  for (const [linkSetId, draws] of Map.groupBy(post.draws, (draw) => draw.linkSetId))
    for (const [index, draw] of draws.entries()) {
      const link = bySet.get(linkSetId)?.[index];
      if (link) placed.push({ url: link.url, anchor: chooseAnchor(random, link, draw.anchorType, link.keywords), rel });
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
