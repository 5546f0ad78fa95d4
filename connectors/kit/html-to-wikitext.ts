import { Parser } from 'htmlparser2';
import { shallowHtml } from './shallow-html.ts';

type BlockKind = 'text' | 'heading' | 'item' | 'raw';

/**
 * Turns the clean HTML of PostContent into MediaWiki wikitext: headings, paragraphs, nested lists, strong, em, links
 * as `[url anchor]`, blockquotes, line breaks. Images are dropped (wikis show outside images as bare links by
 * default); every other character that wikitext would read as markup becomes an entity.
 */
export function htmlToWikitext(html: string): string {
  const writer = new WikitextWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      ontext: (text) => writer.text(text),
      onclosetag: (name) => writer.close(name),
    },
    { decodeEntities: true },
  );
  parser.end(shallowHtml(html));
  return writer.finish();
}

class WikitextWriter {
  readonly #blocks: { kind: BlockKind; text: string }[] = [];
  readonly #lists: string[] = [];
  /** The line in parts: a long one is put together once. */
  #line: string[] = [];
  #endsInSpace = true;
  #heading = 0;
  #link: { url: string; text: string; alt: string } | undefined;

  open(name: string, attributes: Record<string, string>): void {
    if (/^(p|div|h[1-6]|li|ul|ol|blockquote)$/.test(name)) this.#flush();
    if (/^h[1-6]$/.test(name)) this.#heading = Math.max(2, Number(name[1]));
    else if (name === 'ul') this.#lists.push('*');
    else if (name === 'ol') this.#lists.push('#');
    else if (name === 'blockquote') this.#blocks.push({ kind: 'raw', text: '<blockquote>' });
    else if (name === 'strong' || name === 'b') this.#add("'''");
    else if (name === 'em' || name === 'i') this.#add("''");
    else if (name === 'br') this.#add('<br />');
    else if (name === 'a') this.#openLink(attributes.href ?? '');
    else if (name === 'img' && this.#link !== undefined) this.#link.alt ||= attributes.alt ?? '';
  }

  text(text: string): void {
    const folded = text.replace(/\s+/g, ' ');
    this.#add(escapeWikitext(this.#endsInSpace ? folded.trimStart() : folded));
  }

  close(name: string): void {
    if (name === 'strong' || name === 'b') this.#add("'''");
    else if (name === 'em' || name === 'i') this.#add("''");
    else if (name === 'a') this.#closeLink();
    else if (/^(p|div|h[1-6]|li|ul|ol|blockquote)$/.test(name)) this.#flush();
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    else if (name === 'blockquote') this.#blocks.push({ kind: 'raw', text: '</blockquote>' });
    else if (/^h[1-6]$/.test(name)) this.#heading = 0;
  }

  finish(): string {
    this.#flush();
    let result = '';
    let before: BlockKind | undefined;
    for (const { kind, text } of this.#blocks) {
      const isTight = kind === 'raw' || before === 'raw' || (kind === 'item' && before === 'item');
      result += `${before === undefined ? '' : isTight ? '\n' : '\n\n'}${text}`;
      before = kind;
    }
    return result;
  }

  #add(text: string): void {
    if (text === '') return;
    if (this.#link) this.#link.text += text;
    else this.#line.push(text);
    this.#endsInSpace = text.endsWith(' ');
  }

  #openLink(href: string): void {
    this.#closeLink();
    const url = linkAddress(href);
    if (url === undefined) return;
    this.#link = { url, text: '', alt: '' };
    this.#endsInSpace = true;
  }

  #closeLink(): void {
    const link = this.#link;
    if (link === undefined) return;
    this.#link = undefined;
    const text = link.text.trim() === '' ? link.text + escapeWikitext(link.alt.trim() || link.url) : link.text;
    this.#add(`[${link.url} ${text.trimEnd()}]`);
  }

  #flush(): void {
    this.#closeLink();
    const line = this.#line.join('').trim();
    this.#line = [];
    this.#endsInSpace = true;
    if (line === '') return;
    if (this.#heading > 0) {
      const marks = '='.repeat(this.#heading);
      this.#blocks.push({ kind: 'heading', text: `${marks} ${line.replaceAll('=', '&#61;')} ${marks}` });
    } else if (this.#lists.length > 0) this.#blocks.push({ kind: 'item', text: `${this.#lists.join('')} ${line}` });
    else this.#blocks.push({ kind: 'text', text: escapeLineStart(line) });
  }
}

/** Marks that mean something anywhere in a line become entities; apostrophes only where they could join into marks. */
function escapeWikitext(text: string): string {
  return text
    .replace(/[&<>[\]{}|]/g, entity)
    .replace(/''+|^'|'$/g, (found) => found.replace(/'/g, entity))
    .replace(/~{3,}|_{2,}/g, (found) => found.replace(/[~_]/g, entity));
}

/** Marks that mean something at the start of a line only. */
function escapeLineStart(line: string): string {
  return line.replace(/^[*#:;=-]/, entity);
}

function entity(character: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return named[character] ?? `&#${character.charCodeAt(0)};`;
}

/** An absolute web address with the characters that would end an external link percent-encoded; else undefined. */
function linkAddress(href: string): string | undefined {
  if (!/^https?:\/\//i.test(href.trim())) return undefined;
  return href.trim().replace(/[\s[\]<>"{}|]|'(?=')/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}
