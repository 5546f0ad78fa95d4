import type { MediaPosition } from '#domain/contract/projects/posting.ts';
import { type Random, randomInt, shuffle } from '#domain/rules/random.ts';
import { escapeHtml } from './html-blocks.ts';

/** Images or videos to put into a text, from given addresses. */
export interface MediaWish {
  urls: string[];
  min: number;
  max: number;
  position: MediaPosition;
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

/** Puts images in as <img> with the title as text for those who do not see them. */
export function placeImages(blocks: string[], urls: string[], plan: MediaPlan & { title: string }): string[] {
  const alt = escapeHtml(plan.title);
  return place(
    blocks,
    urls.map((url) => `<p><img src="${escapeHtml(url)}" alt="${alt}" /></p>`),
    plan,
  );
}

/** Puts videos in as the bare address in a paragraph of its own, which platforms turn into a player (oEmbed). */
export function placeVideos(blocks: string[], urls: string[], plan: MediaPlan): string[] {
  return place(
    blocks,
    urls.map((url) => `<p>${escapeHtml(url)}</p>`),
    plan,
  );
}

function place(blocks: string[], media: string[], { of, random }: MediaPlan): string[] {
  if (of?.position === 'Top') return [...media, ...blocks];
  if (of?.position === 'Bottom') return [...blocks, ...media];
  const result = [...blocks];
  for (const block of media) result.splice(randomInt(random, 0, result.length), 0, block);
  return result;
}
