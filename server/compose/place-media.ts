import type { MediaPosition } from '#domain/contract/projects/posting.ts';
import { type Random, randomInt, shuffle } from '#domain/rules/random.ts';
import { escapeHtml } from './html-blocks.ts';

/** Images or videos to put into a text, from given addresses. */
export interface MediaWish {
  urls: string[];
  min: number;
  max: number;
  position: MediaPosition;
  /** What is known of an address: its words, and the line that is shown with it. */
  about?: Readonly<Record<string, AboutMedia>>;
  /** True: images are shown from where they are, whatever the settings say. */
  mustLink?: boolean;
}

/** Of media that a source found. */
export interface AboutMedia {
  /** '' where the source has none. */
  alt: string;
  /** '' where none is asked for. */
  credit: string;
  /** Where a person sees it at its source. */
  pageUrl: string;
}

/** Addresses of a text area: one per line, http and https only. */
export function mediaUrls(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//i.test(line) && URL.canParse(line));
}

/** Where chosen media go. */
interface MediaPlan {
  of: MediaWish | null;
  random: Random;
}

/** As many of the wished media as the bounds allow. */
export function chooseMedia(wish: MediaWish, random: Random): string[] {
  const count = Math.min(wish.urls.length, randomInt(random, wish.min, Math.max(wish.min, wish.max)));
  return shuffle(random, wish.urls).slice(0, count);
}

/** Puts images in as <img> with words for those who do not see them, the title where nobody has others, and the line of its source. */
export function placeImages(blocks: string[], urls: string[], plan: MediaPlan & { title: string }): string[] {
  const media = urls.map((url) => {
    const about = plan.of?.about?.[url];
    const alt = escapeHtml(about?.alt || plan.title);
    const line = creditOf(about);
    return `<p><img src="${escapeHtml(url)}" alt="${alt}" />${line && `<br />${line}`}</p>`;
  });
  return place(blocks, media, plan);
}

/** Puts videos in as the bare address in a paragraph of its own, which platforms turn into a player (oEmbed). */
export function placeVideos(blocks: string[], urls: string[], plan: MediaPlan): string[] {
  return place(
    blocks,
    urls.map((url) => {
      const line = creditOf(plan.of?.about?.[url]);
      return `<p>${escapeHtml(url)}</p>${line && `\n<p>${line}</p>`}`;
    }),
    plan,
  );
}

/** The line under an image or a video: whose it is, with a link to its source; '' where none is asked for. */
export function creditOf(about: AboutMedia | undefined): string {
  if (!about?.credit) return '';
  return `<em><a href="${escapeHtml(about.pageUrl)}" rel="nofollow">${escapeHtml(about.credit)}</a></em>`;
}

function place(blocks: string[], media: string[], { of, random }: MediaPlan): string[] {
  if (of?.position === 'Top') return [...media, ...blocks];
  if (of?.position === 'Bottom') return [...blocks, ...media];
  const result = [...blocks];
  for (const block of media) result.splice(randomInt(random, 0, result.length), 0, block);
  return result;
}
