import sanitize from 'sanitize-html';
import { shallowHtml } from '#connectors/kit/shallow-html.ts';

const allowed: sanitize.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'strong',
    'em',
    'b',
    'i',
    'blockquote',
    'br',
    'pre',
    'code',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'title', 'rel', 'target'], img: ['src', 'alt', 'title', 'width', 'height'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  transformTags: { h1: 'h2', b: 'strong', i: 'em', div: 'p' },
};
const blockTag = /<(p|div|h[1-6]|ul|ol|blockquote|table|pre)\b/i;

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter,
  );
}

/**
 * Splits an article body into clean top-level blocks. Plain text becomes paragraphs at blank
 * lines, single line breaks become <br>; HTML keeps its blocks.
 */
export function toBlocks(body: string): string[] {
  const html = blockTag.test(body) ? body : textToHtml(body);
  return splitBlocks(sanitize(shallowHtml(html), allowed)).filter((block) => block.trim() !== '');
}

function textToHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('\n');
}

/** Cuts sanitised (so well-formed) HTML at its top-level elements; loose text gets a paragraph. */
function splitBlocks(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let from = 0;
  const push = (to: number) => {
    const piece = html.slice(from, to).trim();
    if (piece !== '') blocks.push(blockTag.test(piece) ? piece : `<p>${piece}</p>`);
    from = to;
  };
  for (const match of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g)) {
    const [whole, closing, name = '', selfClosing] = match;
    if (selfClosing || !blockTag.test(`<${name} `)) continue;
    if (closing) {
      depth -= 1;
      if (depth === 0) push(match.index + whole.length);
    } else {
      if (depth === 0) push(match.index);
      depth += 1;
    }
  }
  push(html.length);
  return blocks;
}

/** Ranges of a block's HTML that are text: not inside tags, links or headings. */
export function textRanges(block: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  if (/^<(h[1-6]|pre|table)\b/.test(block)) return ranges;
  let inLink = false;
  let from = 0;
  const push = (to: number) => {
    if (!inLink && to > from) ranges.push({ from, to });
  };
  for (const match of block.matchAll(/<[^>]+>/g)) {
    push(match.index);
    if (match[0].startsWith('<a')) inLink = true;
    else if (match[0] === '</a>') inLink = false;
    from = match.index + match[0].length;
  }
  push(block.length);
  return ranges;
}
