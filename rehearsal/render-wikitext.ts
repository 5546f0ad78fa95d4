/** The wikitext that posters send as HTML: headings, lists, bold, italics, outside links with the wiki's nofollow. */
export function renderWikitext(wikitext: string): string {
  const lines = wikitext.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const result: string[] = [];
  let list = '';
  for (const line of lines) {
    const item = /^([*#]+) ?(.*)$/.exec(line);
    const tag = item === null ? '' : item[1]?.endsWith('#') ? 'ol' : 'ul';
    if (tag !== list) {
      if (list !== '') result.push(`</${list}>`);
      if (tag !== '') result.push(`<${tag}>`);
      list = tag;
    }
    if (item !== null) result.push(`<li>${renderInline(item[2] ?? '')}</li>`);
    else result.push(renderLine(line));
  }
  if (list !== '') result.push(`</${list}>`);
  return result.join('\n');
}

function renderLine(line: string): string {
  const heading = /^(={2,6})\s*(.*?)\s*\1$/.exec(line);
  if (heading !== null) return `<h${heading[1]?.length}>${renderInline(heading[2] ?? '')}</h${heading[1]?.length}>`;
  if (line.trim() === '' || /^<\/?blockquote>$/.test(line)) return line;
  return `<p>${renderInline(line)}</p>`;
}

function renderInline(text: string): string {
  return text
    .replace(/\[(https?:\/\/[^\s\]]+) ([^\]]*)\]/g, (_, url: string, anchor: string) => {
      return `<a rel="nofollow" class="external text" href="${url.replaceAll('&', '&amp;')}">${anchor}</a>`;
    })
    .replace(/'''(.+?)'''/g, '<b>$1</b>')
    .replace(/''(.+?)''/g, '<i>$1</i>');
}
