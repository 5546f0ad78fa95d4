import type { PlacedLink, Publishing } from '#connectors/kit/contract/platforms.ts';
import type { Finding } from '#domain/contract/findings.ts';
import { postSettings } from '#domain/contract/post-settings.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { categoryOf } from '#domain/rules/categories.ts';
import type { ComposeInput } from './compose.ts';
import { type AboutMedia, type MediaWish, mediaUrls } from './place-media.ts';

/** What one post is made of, by the settings of its project. */
export interface TextParts {
  project: PostingFields;
  site: { siteId: string; host: string };
  accepts: Publishing['accepts'];
  seed: string;
  marker: string;
  /** In ms since 1970. */
  now: number;
  article: ComposeInput['article'];
  links: PlacedLink[];
  /** What was found by keywords, where the project has it searched for. */
  searched: SearchedMedia;
}

/** Images and videos that were found and chosen for this post; undefined: none was searched for. */
export type SearchedMedia = Readonly<Record<'image' | 'video', FoundForPost | undefined>>;

interface FoundForPost {
  chosen: (AboutMedia & { url: string; form: 'file' | 'player' })[];
  mustLink: boolean;
  findings: Finding[];
}

/** How a post is to be composed; the one place that reads it from the settings, for the engine and for "Show me one". */
export function planText({ project, site, searched, ...parts }: TextParts): {
  input: ComposeInput;
  findings: Finding[];
} {
  const findings: Finding[] = [];
  const input = {
    ...parts,
    position: project.linkPlacement ?? ('ReplaceKeyword' as const),
    tags: project.tags,
    images: project.insertImages ? mediaWish(project, 'image', { searched, findings }) : null,
    videos: project.insertVideos ? mediaWish(project, 'video', { searched, findings }) : null,
    settings: { ...postSettings.parse(project), category: categoryOf(project.category, site) },
  };
  if (wouldBePublic(project, parts.accepts)) findings.push(noDrafts);
  return { input, findings };
}

/** True where what was to wait for its editor, or for its time, would be public at once. */
export function wouldBePublic(
  { postStatus }: Pick<PostingFields, 'postStatus'>,
  accepts: Publishing['accepts'],
): boolean {
  return postStatus !== 'publish' && !accepts.editorial;
}

export const noDrafts: Finding = {
  kind: 'status',
  text: 'It would be public at once here: drafts, and posts that are published later, are for pages of WordPress',
  stops: true,
};

/** Media from given addresses, or those that were found by keywords (D-ENG-09). */
function mediaWish(
  project: PostingFields,
  kind: 'image' | 'video',
  { searched, findings }: { searched: SearchedMedia; findings: Finding[] },
): MediaWish | null {
  const [search, text, min, max, position] =
    kind === 'image'
      ? [project.searchForImages, project.imagesToInsert, project.minImage, project.maxImage, project.imagePosition]
      : [project.searchForVideos, project.videosToInsert, project.minVideo, project.maxVideo, project.videoPosition];
  if (search) return foundWish(searched[kind], position ?? 'Random', findings);
  const urls = mediaUrls(text);
  if (urls.length > 0) return { urls, min: min ?? 0, max: max ?? 0, position: position ?? 'Random' };
  findings.push({ kind: 'media', text: `No usable ${kind} address: posted without ${kind}s`, stops: false });
  return null;
}

/** All that was chosen. A player's page stands for it: sites that play videos know it by that address (oEmbed). */
function foundWish(
  found: FoundForPost | undefined,
  position: MediaWish['position'],
  findings: Finding[],
): MediaWish | null {
  if (!found) return null;
  findings.push(...found.findings);
  if (found.chosen.length === 0) return null;
  const shown = found.chosen.map((one) => ({ ...one, url: one.form === 'player' ? one.pageUrl : one.url }));
  const urls = shown.map(({ url }) => url);
  const about = Object.fromEntries(shown.map(({ url, alt, credit, pageUrl }) => [url, { alt, credit, pageUrl }]));
  return { urls, min: urls.length, max: urls.length, position, about, mustLink: found.mustLink };
}

/** Addresses of the images a finished text shows. */
export function imagesOf(content: { html: string; featured?: { url: string } }): string[] {
  const shown = [...content.html.matchAll(/<img [^>]*?src="([^"]+)"/g)].map((match) => plain(match[1] ?? ''));
  return [...new Set([...(content.featured ? [content.featured.url] : []), ...shown])];
}

const plain = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
