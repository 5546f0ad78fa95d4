import type { Publishing } from '../contract/platforms.ts';
import { bbcodeMarkup } from './bbcode-markup.ts';
import { dokuwikiMarkup } from './dokuwiki-markup.ts';
import { markdownMarkup } from './markdown-markup.ts';
import { mediawikiMarkup } from './mediawiki-markup.ts';
import { plainMarkup } from './plain-markup.ts';
import { textileMarkup } from './textile-markup.ts';
import { type Markup, writeMarkup } from './write-markup.ts';

const markups: Record<MarkupName, Markup> = {
  wikitext: mediawikiMarkup,
  dokuwiki: dokuwikiMarkup,
  bbcode: bbcodeMarkup,
  textile: textileMarkup,
  markdown: markdownMarkup,
  text: plainMarkup,
};

/** A markup of its own that a platform takes in place of HTML. */
export type MarkupName = Exclude<Publishing['accepts']['markup'], 'html' | 'bookmark'>;

export const isMarkup = (name: string): name is MarkupName => Object.hasOwn(markups, name);

/** Clean HTML in the markup of a platform. */
export const toMarkup = (html: string, name: MarkupName): string => writeMarkup(html, markups[name]);
