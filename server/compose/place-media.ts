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

/** Puts images in as <img> with the title as text for those who do not see them. */
export function placeImages(blocks: string[], wish: MediaWish, title: string, random: Random): string[] {
  return place(blocks, wish, random, (url) => `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(title)}" /></p>`);
}

/** Puts videos in as the bare address in a paragraph of its own, which platforms turn into a player (oEmbed). */
export function placeVideos(blocks: string[], wish: MediaWish, random: Random): string[] {
  return place(blocks, wish, random, (url) => `<p>${escapeHtml(url)}</p>`);
}

function place(blocks: string[], wish: MediaWish, random: Random, toHtml: (url: string) => string): string[] {
  const count = Math.min(wish.urls.length, randomInt(random, wish.min, Math.max(wish.min, wish.max)));
  const media = shuffle(random, wish.urls).slice(0, count).map(toHtml);
  if (wish.position === 'Top') return [...media, ...blocks];
  if (wish.position === 'Bottom') return [...blocks, ...media];
  const result = [...blocks];
  for (const block of media) result.splice(randomInt(random, 0, result.length), 0, block);
  return result;
}
