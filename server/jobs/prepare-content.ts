import { sql } from 'kysely';
import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { pickOne, seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import type { App } from '../app.ts';
import { composeAside } from '../compose/compose-aside.ts';
import {
  bookmarkNeedsLink,
  noArticle,
  noLinks,
  type PickedLink,
  placeAnchors,
} from '../compose/links/place-anchors.ts';
import { noDrafts, planText, wouldBePublic } from '../compose/plan-text.ts';
import { together } from '../db/together.ts';
import type { ClaimedAct, ClaimedPost } from '../engine/acts/claim.ts';
import { searchMedia } from '../features/media/search-media.ts';
import { judgeImages } from '../features/previews/judge-images.ts';
import { withFile } from './content-file.ts';
import { CannotWork, type PostContext } from './post-context.ts';

/** A finished text, the article it used, and what the operator should know of it. */
export interface Prepared {
  content: PostContent;
  note: string | null;
}

/** The text of a post: the stored one on a further try, else composed from an article and the drawn links. */
export async function prepareContent(app: App, post: ClaimedPost, context: PostContext): Promise<Prepared> {
  if (post.content) return { content: post.content, note: null };
  const { project, publishing } = context;
  if (publishing.accepts.markup === 'bookmark' && post.draws.length === 0) throw new CannotWork(bookmarkNeedsLink);
  // Before anything is taken for it.
  if (wouldBePublic(project, publishing.accepts)) throw new CannotWork(noDrafts.text);
  const searched = await searchMedia(app, { project, accepts: publishing.accepts, seed: post.seed });
  const { article, picked } = await takeMaterial(app, wantedFor(post, project.contentGroupId));
  const { seed, draws } = post;
  const links = placeAnchors({ seed, draws, picked, rel: project.linkRel });
  if (draws.length > 0 && links.length === 0) throw new CannotWork(noLinks);
  if (!article) throw new CannotWork(noArticle);
  const text = {
    project,
    site: { siteId: post.siteId, host: context.site.host },
    accepts: publishing.accepts,
    seed: post.seed,
    marker: post.marker,
    now: Date.now(),
    article,
    links,
    searched,
  };
  const { input, findings } = planText(text);
  const cannot = (error: Error) => {
    throw new CannotWork(error.message);
  };
  const composed = await composeAside(input).catch(cannot);
  const { content } = composed;
  const all = [...findings, ...composed.findings, ...(await judgeImages(app.outside, content, publishing.accepts))];
  const stops = all.filter((one) => one.stops);
  // Nothing of it goes out: the operator mends the article or the project, and starts again (D-ENG-25).
  if (stops.length > 0) throw new CannotWork(stops.map((one) => one.text).join('; '));
  const notes = all.filter((one) => one.kind === 'media').map((one) => one.text);
  const full = await withFile(content, publishing).catch(cannot);
  await Promise.all([searched.image?.noteUse(), searched.video?.noteUse()]);
  return { content: full, note: notes.length > 0 ? notes.join('; ') : null };
}

interface Material {
  article: { id: number; title: string; body: string; authorName: string; authorBio: string } | null;
  picked: PickedLink[];
}
/** What a post is made of, asked for: its group (null: none), where among the least used to begin, and its draws. */
interface Wanted {
  post: number;
  grp: number | null;
  place: number;
  draws: { list: number; n: number }[];
}

async function takeMany(app: App, wanted: Wanted[], patient: boolean): Promise<(Material | undefined)[]> {
  const { rows } = await sql<Material & { post: number }>`/* hot: take-material */
    select * from take_material(${app.bootId}, ${JSON.stringify(wanted)}::jsonb, ${patient})`.execute(app.store.db);
  const byPost = new Map(rows.map((row) => [row.post, row]));
  return wanted.map(({ post }) => byPost.get(post));
}

/**
 * Reserves one article at random among the least used below the limit (D-ENG-07), and counts the least placed links of
 * each set drawn from as placed.
 */
const takeMaterial = together<App, Wanted, Material>({
  many: (app, wanted) => takeMany(app, wanted, false),
  one: async (app, wanted) => (await takeMany(app, [wanted], true))[0] ?? { article: null, picked: [] },
});

/** The web address of a profile: one link of the sets it draws from, counted as placed; '' where none is drawn or left. */
export async function drawWebAddress(app: App, act: ClaimedAct): Promise<string> {
  if (act.draws.length === 0) return '';
  const { picked } = await takeMaterial(app, wantedFor(act, null));
  return picked[0]?.url ?? '';
}

function wantedFor(post: ClaimedAct, grp: number | null): Wanted {
  const drawn = [...Map.groupBy(post.draws, (draw) => draw.linkSetId)];
  const place = seededRandom(`${post.seed} article`)();
  return { post: post.id, grp, place, draws: drawn.map(([list, draws]) => ({ list, n: draws.length })) };
}

/** Anchor stored with the page made: one of the project's output anchors, the title where there is none (D-PROJ-09). */
export function outputAnchor(post: ClaimedPost, outputAnchors: string): string {
  const title = post.content?.title ?? '';
  const lines = outputAnchors.split('\n').filter((line) => line.trim() !== '');
  const random = seededRandom(`${post.seed} anchor`);
  return lines.length === 0 ? title : spin(pickOne(random, lines), random).trim() || title;
}
