import { Parser } from 'htmlparser2';
import { shallowHtml } from './shallow-html.ts';

const blocks = /^(p|div|h[1-6]|li|ul|ol|blockquote|table|tr)$/;

/** Plain text of clean HTML: one paragraph a block, an empty line between them, list items with "- ". */
export function htmlToText(html: string): string {
  const lines: string[] = [];
  let line = '';
  let prefix = '';
  const flush = () => {
    const text = line.replace(/[ \t]+/g, ' ').trim();
    line = '';
    if (text === '') return;
    lines.push(prefix + text);
    prefix = '';
  };
  const parser = new Parser(
    {
      onopentag(name) {
        if (blocks.test(name)) flush();
        if (name === 'li') prefix = '- ';
        else if (name === 'br') line += '\n';
      },
      ontext(text) {
        line += text.replace(/\s+/g, ' ');
      },
      onclosetag(name) {
        if (blocks.test(name)) flush();
      },
    },
    { decodeEntities: true },
  );
  parser.end(shallowHtml(html));
  flush();
  return lines.join('\n\n').replace(/^(- .*)\n\n(?=- )/gm, '$1\n');
}

/** A text cut at a word, with "…" when something was left out. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2)).trimEnd()}…`;
}
