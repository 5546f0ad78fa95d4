import type { PostContent } from './contract/platforms.ts';

/** Sign of ours with which a post is found again: letters and digits behind "lw:". */
export function markerSign(marker: string): string {
  return `lw:${marker}`;
}

/** HTML of a post with the marker as a comment inside its last paragraph: software that wraps what stands alone would show an empty one. */
export function withMarker(content: Pick<PostContent, 'html' | 'marker'>): string {
  const html = content.html.trimEnd();
  const comment = `<!--${markerSign(content.marker)}-->`;
  return html.endsWith('</p>') ? `${html.slice(0, -4)}${comment}</p>` : `${html}${comment}`;
}

/** True when the marker stands in a foreign text, however it is wrapped there, and not only the beginning of another one. */
export function hasMarker(text: string, marker: string): boolean {
  const sign = markerSign(marker);
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
    if (!/[a-z0-9]/i.test(text.charAt(at + sign.length))) return true;
  }
  return false;
}
