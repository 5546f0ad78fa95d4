import type { Markup, Place } from './write-markup.ts';

/** Plain text for sites that make links of the addresses in it: the address stands behind its anchor. */
export const plainMarkup: Markup = {
  strong: '',
  em: '',
  lineBreak: '\n',
  plain: new Set<Place>(),
  linksInHeadings: true,
  escape: (text) => text,
  escapeStart: (line) => line,
  heading: (line) => line,
  item: (line, lists) => `${'  '.repeat(lists.length - 1)}- ${line}`,
  link: (url, label) => `${label} ${url}`,
  quote: { mark: '> ' },
};
