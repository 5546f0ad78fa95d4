import { asEntity, type Markup, type Place } from './write-markup.ts';

/**
 * Textile as Redmine reads it (lib/redmine/wiki_formatting/textile/redcloth3.rb of 5.0.4). Entities stay what they are, so
 * what would be read as markup is written as one.
 */
export const textileMarkup: Markup = {
  strong: '*',
  em: '_',
  lineBreak: '\n',
  plain: new Set<Place>(['link']),
  linksInHeadings: true,
  escape: (text, place) => text.replace(signs, asEntity).replace(place === 'link' ? /\(/g : /^\(/, asEntity),
  // "h2. " and the like name the kind of a paragraph; three dashes or stars are a rule.
  escapeStart: (line) =>
    line
      .replace(/^([a-z][^\s.]*)\.(?=[\s:])/, '$1&#46;')
      .replace(/^[#*](?=[#*]*\s)/, asEntity)
      .replace(/^[-*_](?=[-*_ ]{2,}$)/, asEntity),
  heading: (line, level) => `h${level}. ${line}`,
  item: (line, lists) => `${lists.map((list) => (list === 'ol' ? '#' : '*')).join('')} ${line}`,
  link: (url, label) => `"${label}":${safeEnd(url)}${endOfLink}`,
  quote: { mark: '> ' },
  finish: (text) => text.replace(/<notextile><\/notextile>(?=\s|$|[.,!?:](?:\s|$))/g, ''),
};

/** An address ends at a space, or at what is no part of an address: nothing, in a tag that is never shown. */
const endOfLink = '<notextile></notextile>';

/** Signs at the end of an address would be taken for those of the sentence. */
const safeEnd = (url: string) => url.replace(/[^\p{L}\p{N}_=/-]$/u, encodeSign);
const encodeSign = (sign: string) =>
  encodeURIComponent(sign).replace(/^[!'()*~.]$/, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Always; at the beginning of a word; twice or more. */
const signs = /[&<>"[{|@]|(?<![\p{L}\p{N}])[*_+^~%?#!-](?=\S|$)|^[#*](?=\s)|=(?==)|!(?=\S)/gu;
