import { escapeHtml } from './public-page.ts';

/** DokuWiki's syntax as posters send it: headings, lists, quotes, bold, italics, outside links with the wiki's nofollow. */
export function renderDokuwiki(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.split('\n').map(renderLine).join('\n'))
    .join('\n');
}

function renderLine(line: string): string {
  const heading = /^(={2,6})(.*?)\1$/.exec(line.trim());
  const level = 7 - (heading?.[1]?.length ?? 0);
  if (heading) return `<h${level}>${escapeHtml(heading[2]?.trim() ?? '')}</h${level}>`;
  const item = /^ +([*-]) (.*)$/.exec(line);
  if (item)
    return `<${item[1] === '-' ? 'ol' : 'ul'}><li>${renderInline(item[2] ?? '')}</li></${item[1] === '-' ? 'ol' : 'ul'}>`;
  if (line.startsWith('>')) return `<blockquote>${renderInline(line.slice(1))}</blockquote>`;
  return line.trim() === '' ? '' : `<p>${renderInline(line)}</p>`;
}

/** Signs between %% are letters; what is a link, no more than that. */
function renderInline(text: string): string {
  const parts = text.split(/(%%.*?%%|<nowiki>.*?<\/nowiki>|\[\[.*?\]\])/);
  return parts.map((part, at) => (at % 2 === 1 ? renderPart(part) : renderMarks(part))).join('');
}

function renderPart(part: string): string {
  if (!part.startsWith('[[')) return escapeHtml(part.replace(/^(%%|<nowiki>)|(%%|<\/nowiki>)$/g, ''));
  const [url = '', ...title] = part.slice(2, -2).split('|');
  return `<a href="${escapeHtml(url)}" class="urlextern" rel="ugc nofollow">${escapeHtml(title.join('|'))}</a>`;
}

const renderMarks = (text: string) =>
  escapeHtml(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<!:)\/\/(.+?)(?<!:)\/\//g, '<em>$1</em>')
    .replaceAll('\\\\ ', '<br>');
