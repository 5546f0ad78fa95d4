import type { Markup, Place } from './write-markup.ts';

/**
 * DokuWiki's syntax (dokuwiki.org/wiki:syntax). It knows no entities: what it would read as markup stands between `%%`.
 * Headings and titles of links are letters only.
 */
export const dokuwikiMarkup: Markup = {
  strong: '**',
  em: '//',
  lineBreak: '\\\\ ',
  plain: new Set<Place>(['heading', 'link']),
  linksInHeadings: false,
  escape: escapeSigns,
  escapeStart: (line) => line.replace(/^>/, '%%>%%'),
  heading(line, level) {
    // The first level, six signs, is the title's; there are five.
    const marks = '='.repeat(Math.max(2, 7 - level));
    return `${marks} ${line} ${marks}`;
  },
  item: (line, lists) => `${'  '.repeat(lists.length)}${lists.at(-1) === 'ol' ? '-' : '*'} ${line}`,
  link: (url, label) => `[[${url}|${label}]]`,
  quote: { mark: '> ' },
};

/** What means something in a line; single signs only at the ends of a text, where they could join with a mark. */
const signs =
  /\*{2,}|(?<!:)\/{2,}|_{2,}|'{2,}|\\{2,}|\[{2,}|\]{2,}|\{{2,}|\}{2,}|\({2,}|\){2,}|~{2,}|={2,}|%{2,}|-{4,}|[|^]|<(?=[\p{L}/@])|^[*/_'\\([{<%=]|[*/_'\\)\]}%=]$/gu;

function escapeSigns(text: string, place: Place): string {
  if (place === 'heading') return text.replace(/={2,}/g, ' ').replace(/^[=\s]+|[=\s]+$/g, (found) => found && ' ');
  if (place === 'link') return linkTitle(text);
  return text.replace(signs, (sign) => (sign.includes('%') ? `<nowiki>${sign}</nowiki>` : `%%${sign}%%`));
}

/** The title of a link as the wiki can hold it: brackets end links, two braces begin an image. */
export function linkTitle(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')').replaceAll('{{', '((').replaceAll('}}', '))');
}
