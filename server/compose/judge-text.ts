import { cutText, htmlToText } from '#connectors/kit/html-to-text.ts';
import type { Finding } from '#domain/contract/findings.ts';
import { findBrokenSpin } from '#domain/rules/spin-braces.ts';
import { textRanges } from './html-blocks.ts';

/** Below this many words an article is called short. */
const shortWords = 100;

/** Broken spin syntax in the parts of an article, which is named: it is one of thousands that somebody has to find. */
export function judgeSpin(parts: Record<string, string> & { title: string }): Finding[] {
  return Object.entries(parts).flatMap(([part, words]) => {
    const broken = findBrokenSpin(words);
    if (broken === null) return [];
    const where = part === 'body' ? '' : `the ${part} of `;
    const { character, line, column } = broken;
    const place = `character ${character} (line ${line}, column ${column})`;
    const text = `Spin syntax is broken at ${place} of ${where}the article "${cutText(parts.title, 80)}"`;
    return [{ kind: 'spin' as const, text, stops: true }];
  });
}

/** What generators and templates leave behind: [keyword], {{title}}, %name%, {anchor}. [link] is ours, and gone by now. */
const tokens =
  /\[(?:links?|images?|videos?|keywords?|anchors?|titles?|authors?|urls?)\]|\{\{?\s*\w{1,40}\s*\}?\}|%{1,2}[a-z][a-z_]{2,40}%{1,2}/giu;

/** Left-over tokens of a title and of the text in its blocks; code may hold what looks like one. */
export function judgeTokens(title: string, blocks: string[], raw: string): Finding[] {
  const text = blocks.flatMap((block) =>
    textRanges(block).map(({ from, to }) => block.slice(from, to).replaceAll('[link]', '')),
  );
  // Spin syntax makes a word of a token in braces: it can be told only before.
  const unspun = raw.match(/\{\{\s*\w{1,40}\s*\}\}|\{(?:anchor|keyword|title|link|url|author)\}/giu) ?? [];
  const found = [title, ...text].flatMap((part) => part.match(tokens) ?? []);
  return [...new Set([...unspun, ...found])].map((token) => ({
    kind: 'token' as const,
    text: `Left-over token: ${cutText(token, 60)}`,
    stops: true,
  }));
}

/** A word about an article that is too short to be taken for one. */
export function judgeLength(html: string): Finding[] {
  const text = htmlToText(html);
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  // Scripts without spaces write a word with about two letters.
  const nWords = (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0) + Math.floor(unspaced / 2);
  if (nWords >= shortWords) return [];
  const count = nWords === 1 ? '1 word' : `${nWords} words`;
  return [{ kind: 'short', text: `The article is short: ${count} of at least ${shortWords}`, stops: false }];
}
