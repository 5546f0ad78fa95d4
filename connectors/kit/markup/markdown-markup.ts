import { asEntity, type Markup, type Place } from './write-markup.ts';

/**
 * Markdown, as CommonMark and Redcarpet both read it: signs that would be markup are written as entities. Addresses stand
 * in angle brackets, so that round ones may be in them.
 */
export const markdownMarkup: Markup = {
  strong: '**',
  em: '*',
  lineBreak: '  \n',
  plain: new Set<Place>(['heading']),
  linksInHeadings: true,
  // Software that reads [[a]] and {{b}} in its own way does so after Markdown: what shows no width keeps them apart.
  escape: (text) => text.replace(/\[(?=\[)|\{(?=\{)/g, '$&\u2060').replace(signs, asEntity),
  escapeStart: (line) => line.replace(/^[-+=](?=[-+= ]|$)/, asEntity).replace(/^(\d{1,9})([.)])(?=\s)/, startOfItem),
  heading: (line, level) => `${'#'.repeat(level)} ${line}`,
  item: (line, lists) => `${'    '.repeat(lists.length - 1)}${lists.at(-1) === 'ol' ? '1.' : '-'} ${line}`,
  link: (url, label) => `[${label}](<${url}>)`,
  quote: { mark: '> ' },
};

const startOfItem = (_: string, number: string, sign: string) => `${number}${asEntity(sign)}`;

/** Always; at the beginning of a word; twice or more. */
const signs = /[&<>*_`[\]{|\\^]|(?<![\p{L}\p{N}])[#@!](?=\S|$)|^[-+#](?=\s)|~(?=~)|:(?=\w+:)/gu;
