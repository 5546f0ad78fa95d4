import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { findPlatform, publishingOf } from '#connectors/registry.ts';
import type { Finding } from '#domain/contract/findings.ts';
import type { ShownPost, showOnePost } from '#domain/contract/previews.ts';
import { projectKind } from '#domain/contract/projects/kinds.ts';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { drawLinks } from '#domain/rules/planning/draw-links.ts';
import { seededRandom } from '#domain/rules/random.ts';
import type { App } from '../../app.ts';
import type { FileAnswer } from '../../calls/route.ts';
import { composeAside } from '../../compose/compose-aside.ts';
import { bookmarkNeedsLink, noArticle, noLinks, placeAnchors } from '../../compose/links/place-anchors.ts';
import { renderPdfAside } from '../../compose/pdf-aside.ts';
import { planText } from '../../compose/plan-text.ts';
import type { Queryable } from '../../db/store.ts';
import { readSets } from '../../engine/runs/planning/insert-posts.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import { searchMedia } from '../media/search-media.ts';
import { readProject } from '../projects/project-forms.ts';
import { findSites } from '../sites/sites.ts';
import { judgeImages } from './judge-images.ts';
import { nextArticle, nextLinks } from './queries.ts';

type Wish = z.output<typeof showOnePost.body>;

/** A post of a project as it would be sent to a site, with all that would stop it; nothing is reserved, counted or sent. */
export async function showOne(app: App, id: number, wish: Wish): Promise<ShownPost> {
  const { content, findings, accepts, isFile } = await composeOne(app, id, wish);
  const images = await judgeImages(app.outside, content, accepts);
  const file = isFile ? await renderPdfAside(content, madeAt).catch((error: Error) => error) : null;
  if (file instanceof Error) findings.push(stop('file', file.message));
  const length = file instanceof Error ? undefined : file?.length;
  return { ...toShown(content, [...findings, ...images]), file: length === undefined ? null : { type: pdf, length } };
}

const pdf = 'application/pdf';
/** The date in a PDF that nobody sends: the same one each time it is looked at. */
const madeAt = '2000-01-01T00:00:00.000Z';

/** The same post as its file. */
export async function showFile(app: App, id: number, wish: Wish): Promise<FileAnswer> {
  const { content, isFile } = await composeOne(app, id, wish);
  if (!isFile) throw new Refusal('WRONG_KIND', 'This site takes posts as pages, not as files');
  const bytes = await renderPdfAside(content, madeAt).catch((error: Error) => {
    throw new Refusal('NOT_SET_UP', error.message);
  });
  return { name: `${content.title}.pdf`, type: pdf, content: Readable.from([bytes]) };
}

async function composeOne(app: App, id: number, { site: key, turn }: Wish) {
  const { db } = app.store;
  const project = await readProject(db, id);
  if (!['posting', 'private'].includes(projectKind(project.module)))
    throw new Refusal('WRONG_KIND', 'Only projects that post have something to show');
  if (project.contentGroupId === null) throw new Refusal('NOT_SET_UP', projectTexts.content);
  const [site] = await findSites(db, [key]);
  if (!site) throw new NotFound('site');
  const platform = findPlatform(site.connector);
  if (!platform) throw new Refusal('NOT_SET_UP', `There is no connector "${site.connector}"`);
  // A private site stands under its group, and is posted to in the way of the project.
  const way = projectKind(project.module) === 'private' ? project.module : key.module;
  const { accepts } = publishingOf(platform, way, site.settings);
  const seed = `show ${id} ${key.module} ${key.siteId} ${turn}`;
  const place = seededRandom(`${seed} article`)();
  const article = await nextArticle(db, project.contentGroupId, { site: key, place });
  if (!article) throw new Refusal('NONE_LEFT', noArticle);
  const { links, findings } = await drawnLinks(db, project, seed);
  if (accepts.markup === 'bookmark' && links.length === 0) findings.push(stop('links', bookmarkNeedsLink));
  const at = { siteId: key.siteId, host: new URL(site.url).host };
  const searched = await searchMedia(app, { project, accepts, seed });
  const planned = planText({
    project,
    site: at,
    accepts,
    seed,
    marker: '',
    now: Date.now(),
    article,
    links,
    searched,
  });
  const { content, findings: found } = await composeAside(planned.input);
  const isFile = accepts.file?.types.includes(pdf) ?? false;
  return { content, findings: [...findings, ...planned.findings, ...found], accepts, isFile };
}

const stop = (kind: Finding['kind'], text: string): Finding => ({ kind, text, stops: true });

async function drawnLinks(db: Queryable, project: PostingProject, seed: string) {
  const sets = project.useLinkSet ? await readSets(db, project) : [];
  const bounds = { min: project.minLinks ?? 0, max: project.maxLinks ?? 0, nPosts: 1 };
  const [draws = []] = drawLinks(seededRandom(seed), sets, bounds);
  const links = placeAnchors({ seed, draws, picked: await nextLinks(db, draws), rel: project.linkRel });
  const findings: Finding[] = draws.length > 0 && links.length === 0 ? [stop('links', noLinks)] : [];
  return { links, findings };
}

function toShown(content: PostContent, findings: Finding[]): Omit<ShownPost, 'file'> {
  return {
    title: content.title,
    html: content.html,
    tags: content.tags,
    links: content.links,
    slug: content.slug ?? null,
    category: content.category ?? null,
    excerpt: content.excerpt ?? null,
    isDraft: content.status === 'draft',
    publishAt: content.publishAt ?? null,
    featured: content.featured ?? null,
    findings: findings.toSorted((a, b) => Number(b.stops) - Number(a.stops)),
  };
}
