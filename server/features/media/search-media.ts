import type { FoundMedia } from '#connectors/kit/contract/media.ts';
import type { Publishing } from '#connectors/kit/contract/platforms.ts';
import { asConnectorError } from '#connectors/kit/errors.ts';
import type { Finding } from '#domain/contract/findings.ts';
import { type MediaKind, mediaServices } from '#domain/contract/media-search.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { randomInt, seededRandom, shuffle } from '#domain/rules/random.ts';
import { answersAsImage } from '../../outside/ask-image.ts';
import { type MediaParts, type ReadyMedia, readyMedia } from '../options/media/ready-media.ts';
import { findingsOf } from './kept-findings.ts';

/** Keywords that are looked for at most, one after the other, until there is enough. */
const mostKeywords = 3;
/** Images that do not answer are replaced by others, so often at most. */
const mostReplaced = 6;
/** Telling a source that one of its images is used may take so long, in ms. */
const longestNoteMs = 5_000;

/** What a post is to show, as its project wants it. */
export interface MediaOrder {
  project: PostingFields;
  accepts: Publishing['accepts'];
  /** Of the post: the same finds the same. */
  seed: string;
}

/** What was found of one kind for one post. */
export interface FoundForPost {
  /** Chosen already: all of it is to be shown. */
  chosen: FoundMedia[];
  /** True: it is shown from where it is, and never copied. */
  mustLink: boolean;
  findings: Finding[];
  /** Tells the source of the use, where its rules ask for that; never throws for its troubles. */
  noteUse(): Promise<void>;
}

/** Images and videos of one post; undefined where its project looks for none, or its site shows none. */
export type SearchedMedia = Readonly<Record<MediaKind, FoundForPost | undefined>>;

/** Finds what a project has searched for by its keywords (D-ENG-09); what is not found is a finding, never an error. */
export async function searchMedia(app: MediaParts, order: MediaOrder): Promise<SearchedMedia> {
  const { project, accepts } = order;
  const wantsImages = project.insertImages && project.searchForImages && accepts.images;
  const wantsVideos = project.insertVideos && project.searchForVideos && accepts.markup === 'html' && !accepts.file;
  const [image, video] = await Promise.all([
    wantsImages ? searchKind(app, order, 'image') : undefined,
    wantsVideos ? searchKind(app, order, 'video') : undefined,
  ]);
  return { image, video };
}

async function searchKind(app: MediaParts, order: MediaOrder, kind: MediaKind): Promise<FoundForPost> {
  const { project } = order;
  const [text, min, max] =
    kind === 'image'
      ? [project.keywordsForImage, project.minImage, project.maxImage]
      : [project.keywordsForVideo, project.minVideo, project.maxVideo];
  const random = seededRandom(`${order.seed} ${kind} search`);
  const least = min ?? 0;
  const wanted = randomInt(random, least, Math.max(least, max ?? 0));
  const keywords = shuffle(random, splitCommaText(text)).slice(0, mostKeywords);
  if (wanted === 0) return without();
  const ready = await readyMedia(app, kind);
  const why = 'lacks' in ready ? ready.lacks : misfit(ready, order);
  if (why !== undefined || 'lacks' in ready) return without(`${why}: posted without ${kind}s`);
  const { chosen, trouble, nFound } = await choose(app, ready, { kind, keywords, wanted, random });
  const { label } = mediaServices[ready.service];
  const found = foundWords(nFound, chosen.length);
  const reason = trouble ?? `${label} found ${found} for "${keywords.join(', ').slice(0, 200)}"`;
  const few = chosen.length === 0 ? `posted without ${kind}s` : `posted with ${chosen.length} of ${least} ${kind}s`;
  const isLess = chosen.length < least || chosen.length === 0;
  return {
    chosen,
    mustLink: ready.source.hosting === 'must-link',
    findings: isLess ? [lack(`${reason}: ${few}`)] : [],
    noteUse: () => noteUse(ready, chosen),
  };
}

/** What a source found, and how much of that is there. */
function foundWords(nFound: number, nRead: number): string {
  if (nFound === 0) return 'none';
  if (nRead === nFound) return 'too few';
  return `${nFound}, of which ${nRead === 0 ? 'none' : nRead} could be read,`;
}

const lack = (text: string): Finding => ({ kind: 'media', text, stops: false });

const without = (why?: string): FoundForPost => ({
  chosen: [],
  mustLink: false,
  findings: why === undefined ? [] : [lack(why)],
  noteUse: () => Promise.resolve(),
});

/** Why what a source finds may not stand on such a page; undefined where it may. */
function misfit({ source }: ReadyMedia, { project, accepts }: MediaOrder): string | undefined {
  const copies = accepts.editorial === true && !project.hotlinkImages;
  return source.hosting === 'must-copy' && !copies
    ? `Images of ${source.label} must be copied to the site, and here they would stay where they are`
    : undefined;
}

interface Choice {
  kind: MediaKind;
  keywords: string[];
  wanted: number;
  random: ReturnType<typeof seededRandom>;
}

/** As many as are wanted, each once, of one keyword after the other. */
async function choose(app: MediaParts, ready: ReadyMedia, { kind, keywords, wanted, random }: Choice) {
  const chosen: FoundMedia[] = [];
  let trouble: string | undefined;
  let nFound = 0;
  for (const words of keywords) {
    const findings = await findingsOf(app, ready, { kind, words });
    if ('trouble' in findings) {
      trouble = findings.trouble;
      continue;
    }
    const others = findings.found.filter(({ url }) => !chosen.some((one) => one.url === url));
    nFound += others.length;
    const drawn = shuffle(random, others);
    const missing = wanted - chosen.length;
    chosen.push(...(kind === 'image' ? await thatAnswer(app, drawn, missing) : drawn.slice(0, missing)));
    if (chosen.length >= wanted) break;
  }
  return { chosen, trouble, nFound };
}

/** The first ones that are there: a source may know images that are gone. */
async function thatAnswer({ outside }: MediaParts, drawn: FoundMedia[], wanted: number): Promise<FoundMedia[]> {
  const there: FoundMedia[] = [];
  const asked = drawn.slice(0, wanted + mostReplaced);
  for (let at = 0; at < asked.length && there.length < wanted; ) {
    const some = asked.slice(at, at + wanted - there.length);
    at += some.length;
    const answers = await Promise.all(some.map(({ url }) => answersAsImage(outside, url)));
    there.push(...some.filter((_, index) => answers[index]));
  }
  return there;
}

async function noteUse({ source, jobFor }: ReadyMedia, chosen: FoundMedia[]): Promise<void> {
  if (!source.noteUse) return;
  const job = jobFor(AbortSignal.timeout(longestNoteMs));
  for (const media of chosen)
    try {
      await source.noteUse(job, media);
    } catch (error) {
      const known = asConnectorError(error);
      if (!known) throw error;
      job.tools.log('the use of an image was not told', { reason: known.message });
      return;
    }
}
