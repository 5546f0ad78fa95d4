import type { Markup } from './write-markup.ts';

/** MediaWiki's wikitext: every character that it would read as markup becomes an entity (mediawiki.org, Help:Formatting). */
export const mediawikiMarkup: Markup = {
  strong: "'''",
  em: "''",
  lineBreak: '<br />',
  plain: new Set(),
  linksInHeadings: true,
  escape: escapeSigns,
  escapeStart: (line) => line.replace(/^[*#:;=-]/, entity),
  heading(line, level) {
    const marks = '='.repeat(level);
    return `${marks} ${line.replaceAll('=', '&#61;')} ${marks}`;
  },
  item: (line, lists) => `${lists.map((list) => (list === 'ul' ? '*' : '#')).join('')} ${line}`,
  link: (url, label) => `[${url} ${label}]`,
  quote: { open: '<blockquote>', close: '</blockquote>' },
};

/** Marks that mean something anywhere in a line; apostrophes only where they could join into marks. */
function escapeSigns(text: string): string {
  return text
    .replace(/[&<>[\]{}|]/g, entity)
    .replace(/''+|^'|'$/g, (found) => found.replace(/'/g, entity))
    .replace(/~{3,}|_{2,}/g, (found) => found.replace(/[~_]/g, entity));
}

function entity(character: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return named[character] ?? `&#${character.charCodeAt(0)};`;
}
