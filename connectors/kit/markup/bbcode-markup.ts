import type { Markup, Place } from './write-markup.ts';

/** BBCode as most boards know it. Brackets of a text become round ones: no board has a sign that all others know too. */
export const bbcodeMarkup: Markup = {
  strong: '',
  em: '',
  lineBreak: '\n',
  plain: new Set<Place>(),
  linksInHeadings: true,
  escape: (text) => text.replaceAll('[', '(').replaceAll(']', ')'),
  escapeStart: (line) => line,
  heading: (line) => `[b]${line}[/b]`,
  item: (line, lists) => `${'  '.repeat(lists.length - 1)}- ${line}`,
  link: (url, label) => `[url=${url}]${label}[/url]`,
  quote: { open: '[quote]', close: '[/quote]' },
};
