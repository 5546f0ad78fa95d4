import { transliterate } from 'transliteration';
import { cutText, htmlToText } from '#connectors/kit/html-to-text.ts';
import type { PostSettings } from '#domain/contract/post-settings.ts';
import { normalForm } from '#domain/rules/comparable.ts';
import { escapeHtml } from '../html-blocks.ts';

/** Letters of a title that its address is made of. */
const maxTitle = 255;
/** Longest address in Latin letters. */
const maxLatin = 60;
/** Longest one in other scripts, percent-encoded: WordPress keeps 200 letters, and a taken one gets a suffix. */
const maxEncoded = 180;
const maxExcerpt = 300;

/** Author and bio as a last block of a post; none where neither is filled in. */
export function authorBlock(author: { name: string; bio: string }): string[] {
  const name = author.name.trim() === '' ? '' : `<strong>${escapeHtml(author.name.trim())}</strong>`;
  const bio = escapeHtml(author.bio.trim()).replace(/\s*\n\s*/g, '<br />');
  const parts = [name, bio].filter(Boolean);
  return parts.length === 0 ? [] : [`<p>${parts.join('<br />')}</p>`];
}

/** The beginning of an article in words, for lists of posts. */
export function excerptOf(blocks: string[]): string {
  const first = blocks.find((block) => block.startsWith('<p>') && htmlToText(block) !== '') ?? '';
  return cutText(htmlToText(first).replace(/\s+/g, ' '), maxExcerpt);
}

/** Last part of a post's address, from its title: in Latin letters, or in the title's own script; '' where none is left. */
export function addressOf(title: string, script: PostSettings['addressScript']): string {
  const text = normalForm(title.slice(0, maxTitle), 'NFC').toLowerCase();
  const words =
    script === 'latin'
      ? transliterate(spelledOut(text))
          .toLowerCase()
          .replace(/['’`"]/g, '')
          .split(/[^a-z0-9]+/)
      : text.split(/[^\p{L}\p{M}\p{N}]+/u);
  const length = (slug: string) => (script === 'latin' ? slug.length / maxLatin : encodedLength(slug) / maxEncoded);
  let slug = '';
  for (const word of words.filter(Boolean)) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (length(longer) <= 1) slug = longer;
    else if (slug === '') slug = cutWord(word, length);
    else break;
  }
  return slug;
}

/** Consonants of the scripts of India whose vowel is not written: "a", but for the last one of a word. */
const bareConsonant =
  /([\u0915-\u0939\u0995-\u09b9\u0a15-\u0a39\u0a95-\u0ab9\u0b15-\u0b39\u0b95-\u0bb9\u0c15-\u0c39\u0c95-\u0cb9\u0d15-\u0d39][\u093c\u09bc\u0a3c\u0abc\u0b3c]?)(?=\p{L}|[\u0900-\u0903\u0981-\u0983])/gu;
/** Letters of Devanagari that are usually written otherwise in Latin than letter tables have them. */
const devanagari: Record<string, string> = { ट: 'त', ठ: 'थ', ड: 'द', ढ: 'ध', ण: 'न', च: 'ch' };

/** A title as it is spoken, where its script leaves vowels out. */
function spelledOut(title: string): string {
  return title
    .normalize('NFD')
    .replace(bareConsonant, '$1a')
    .replace(/\u093c/gu, '')
    .replace(/[टठडढणच]/gu, (letter) => devanagari[letter] ?? letter)
    .normalize('NFC');
}

const encodedLength = (text: string) => new TextEncoder().encode(text).length * 3;

function cutWord(word: string, length: (text: string) => number): string {
  const letters = [...word];
  while (letters.length > 0 && length(letters.join('')) > 1) letters.pop();
  return letters.join('');
}

/** The full minute from which a site shows a timed post. */
export function shownFrom(now: number, afterHours: number): string {
  return new Date(Math.ceil((now + afterHours * 3_600_000) / 60_000) * 60_000).toISOString();
}
