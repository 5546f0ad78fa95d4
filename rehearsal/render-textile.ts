/** Textile as posters send it: headings, lists, quotes, bold, italics, links; comments are not shown, entities stay. */
export function renderTextile(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n{2,}/)
    .map((block) => block.split('\n').map(renderLine).join('\n'))
    .join('\n');
}

function renderLine(line: string): string {
  const heading = /^h([1-6])\. (.*)$/.exec(line);
  if (heading) return `<h${heading[1]}>${renderInline(heading[2] ?? '')}</h${heading[1]}>`;
  const item = /^([#*]+) (.*)$/.exec(line);
  const list = item?.[1]?.endsWith('#') ? 'ol' : 'ul';
  if (item) return `<${list}><li>${renderInline(item[2] ?? '')}</li></${list}>`;
  if (line.startsWith('> ')) return `<blockquote>${renderInline(line.slice(2))}</blockquote>`;
  return line.trim() === '' ? '' : `<p>${renderInline(line)}</p>`;
}

const link = /"([^"]+)":(https?:\/\/[^\s<]*[\p{L}\p{N}_=/-])(?:<notextile><\/notextile>)?/gu;
const safe = (text: string) => text.replaceAll('<', '&lt;');

function renderInline(text: string): string {
  const marked = text
    .replace(/(?<![\p{L}\p{N}])\*(\S[^*]*)\*/gu, '<strong>$1</strong>')
    .replace(/(?<![\p{L}\p{N}/])_(\S[^_]*)_(?![\p{L}\p{N}])/gu, '<em>$1</em>');
  return marked.replace(
    link,
    (_, label: string, url: string) =>
      `<a class="external" href="${safe(url).replace(/&(?!#?\w+;)/g, '&amp;')}">${label}</a>`,
  );
}
