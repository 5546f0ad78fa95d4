import type { PostContent } from './contract/platforms.ts';

/** Begins the sign of a marker; those planned by earlier versions began with "lw", and are still looked for. */
const signOf = (marker: string) => (marker.startsWith('lw') ? 'lw' : 'ref');

/** Sign with which a post is found again: letters and digits behind a word that names no product. */
export function markerSign(marker: string): string {
  return `${signOf(marker)}:${marker}`;
}

/** The same where a colon may not stand. */
export function markerWord(marker: string): string {
  return `${signOf(marker)}-${marker}`;
}

/**
 * HTML of a post with the marker as a comment inside its last paragraph: software that wraps what stands alone would show
 * an empty one. Without a marker it is left as it is.
 */
export function withMarker(content: Pick<PostContent, 'html' | 'marker'>): string {
  if (content.marker === '') return content.html;
  const html = content.html.trimEnd();
  const comment = `<!--${markerSign(content.marker)}-->`;
  return html.endsWith('</p>') ? `${html.slice(0, -4)}${comment}</p>` : `${html}${comment}`;
}

/** A text without the comment that carries the marker, all else as it is; undefined where none does. */
export function withoutMarker(text: string, marker: string): string | undefined {
  const clean = text.replace(new RegExp(`\\n?<!--\\s{0,3}${markerSign(marker)}\\s{0,3}-->`, 'g'), '');
  return clean === text ? undefined : clean;
}

/** True when the marker stands in a foreign text, however it is wrapped there, and not only the beginning of another one. */
export function hasMarker(text: string, marker: string): boolean {
  if (marker === '') return false;
  const sign = markerSign(marker);
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
    if (!/[a-z0-9]/i.test(text.charAt(at + sign.length))) return true;
  }
  return false;
}

const signs = /\b(?:ref|lw):([a-z0-9]{4,100})/gi;

/** True when a foreign text carries the sign of any post. */
export const hasSign = (text: string): boolean => text.search(signs) >= 0;

/** True when a foreign text shows the sign of this post, or of another one, only from its beginning: it was cut. */
export function isCut(text: string, marker: string): boolean {
  return [...text.matchAll(signs)].some(([, own = '']) => own.length < marker.length && marker.startsWith(own));
}
