import type { Job, PostContent } from '#connectors/kit/contract/platforms.ts';
import { Unconfirmed } from '#connectors/kit/errors.ts';
import { escapeHtml } from '#connectors/kit/escape-html.ts';
import { withMarker } from '#connectors/kit/marker.ts';
import { multipart } from '#connectors/kit/multipart.ts';
import { fetchImage, imageName, imagesIn, onceAtSite, type PageImage } from '#connectors/kit/page-images.ts';
import { listOf, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import { call } from './admin-call.ts';

/** Ghost plans no post for a time that is nearer than two minutes (posts.published_at). */
const leastWaitMs = 150_000;
/** Letters of an excerpt (posts.custom_excerpt), and of a tag's name (tags.name). */
const [maxExcerpt, maxTag] = [300, 191];

/** What a new post and a changed one share. */
export async function textOfPost(job: Job, content: PostContent): Promise<Record<string, unknown>> {
  const html = await withUploads(job, content);
  // A card of HTML is kept as it is; without one the editor's own format takes out what it does not know.
  const card = `<!--kg-card-begin: html-->${withMarker({ html, marker: content.marker })}<!--kg-card-end: html-->`;
  return { title: content.title, html: card, tags: tagsOf(content) };
}

/** How a new post is dressed, beside its text. */
export async function dressOf(job: Job, content: PostContent): Promise<Record<string, unknown>> {
  const { slug, excerpt, featured } = content;
  return {
    ...statusOf(content, job.tools.now()),
    ...(slug === undefined ? {} : { slug }),
    ...(excerpt === undefined ? {} : { custom_excerpt: excerpt.slice(0, maxExcerpt) }),
    ...(featured === undefined
      ? {}
      : {
          feature_image: content.hotlink ? featured.url : await uploaded(job, featured),
          feature_image_alt: featured.alt.slice(0, maxTag),
        }),
  };
}

/** The category is the first tag, by which Ghost's themes sort posts; "#" would begin one that no reader sees. */
function tagsOf({ category, tags }: PostContent): { name: string }[] {
  const names = [...(category === undefined ? [] : [category]), ...tags];
  const clean = names
    .map((name) =>
      name
        .replace(/^[#,\s]+/, '')
        .trim()
        .slice(0, maxTag),
    )
    .filter((name) => name !== '');
  return [...new Set(clean)].map((name) => ({ name }));
}

function statusOf({ status, publishAt }: PostContent, now: number): Record<string, string> {
  if (publishAt === undefined) return { status: status ?? 'published' };
  const at = Date.parse(publishAt);
  if (at > now + leastWaitMs) return { status: 'scheduled', published_at: publishAt };
  return at > now ? { status: 'published' } : { status: 'published', published_at: publishAt };
}

async function withUploads(job: Job, content: PostContent): Promise<string> {
  let { html } = content;
  if (content.hotlink) return html;
  for (const image of imagesIn(html)) {
    if (isSameSite(job.site.url, image.url)) continue;
    const own = `src="${escapeHtml(await uploaded(job, image))}"`;
    html = html.replaceAll(`src="${escapeHtml(image.url)}"`, () => own);
  }
  return html;
}

/** Address of an image at the blog. Ghost lists no images: after a lost answer there may be a copy that nothing shows. */
const uploaded = (job: Job, image: PageImage): Promise<string> =>
  onceAtSite(job, image, async () => {
    const { bytes, type, ending } = await fetchImage(job, 'Ghost', image);
    const file = { field: 'file', name: `${imageName(image)}.${ending}`, type, bytes };
    const form = multipart([['purpose', 'image']], file);
    const answer = await call(job, { method: 'POST', route: 'images/upload/', form, act: true });
    const [made] = listOf(readObject(answer.text), 'images');
    const url = textOf(made, 'url');
    if (url === '') throw new Unconfirmed('Ghost took the image but did not say where it stands');
    return url;
  });
