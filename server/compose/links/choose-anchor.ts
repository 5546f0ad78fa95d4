import type { AnchorType, LinkSetKeywords } from '#domain/contract/links.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { pickOne, type Random } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';

const keywordOf = {
  primary: 'primaryKeyword',
  secondary: 'secondaryKeyword',
  branded: 'brandedKeyword',
  generic: 'genericKeyword',
} as const;

/**
 * Anchor text of one placed link: by the type that the run's quota gave it, one of the keywords
 * of that type (D-LINK-06); without a type the link's own anchor, and the address where that is empty.
 */
export function chooseAnchor(
  random: Random,
  link: { url: string; anchor: string },
  type: AnchorType | null,
  keywords: LinkSetKeywords | null,
): string {
  if (type === null || keywords === null) return spin(link.anchor, random).trim() || link.url;
  if (type === 'nakedUrl') return link.url;
  const options = splitOutsideBraces(keywords[keywordOf[type]]);
  return options.length === 0 ? link.url : spin(pickOne(random, options), random).trim() || link.url;
}

/** Commas separate keywords, but not inside spin syntax. */
function splitOutsideBraces(text: string): string[] {
  if (!text.includes('{')) return splitCommaText(text);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (at === text.length || (text[at] === ',' && depth <= 0)) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts.filter(Boolean);
}
