import PostalMime, { type Email } from 'postal-mime';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';

/** A mail as far as it matters to accounts. */
export interface ReadMail {
  id: string;
  /** Addresses it was sent to, in lower case: of its head, and those to which servers say they delivered it. */
  to: string[];
  /** Who says to have sent it; '' where nobody does. */
  from: string;
  subject: string;
  text: string;
  /** Web addresses in it, each once, in their order. */
  links: string[];
  /** When it arrived, or says it was sent, in ms since 1970; 0 where neither is known. */
  at: number;
}

/** So many lines of a mail are read. */
export const maxLines = 2_500;
/** Letters of a mail that are looked at, and links of it at most. */
const maxLetters = 200_000;
const maxLinks = 200;
/** Longest of them. */
const maxAddress = 2_100;
const delivered = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']);

/** A mail as it came. */
export interface RawMail {
  id: string;
  /** When it arrived; null where only the mail itself says when it was sent. */
  at: number | null;
  raw: Uint8Array | string;
}

/** Reads a mail, bounded by the parser's own limits; one that cannot be parsed says nothing. */
export async function readMail({ id, at, raw }: RawMail): Promise<ReadMail> {
  const parser = new PostalMime({ maxNestingDepth: 20, maxHeadersSize: 200_000 });
  return toReadMail(id, at, await parser.parse(firstLines(raw)).catch(() => undefined));
}

/** The parser takes time and memory for each line, and a mail can be all lines. */
function firstLines(raw: Uint8Array | string): Uint8Array | string {
  let end = -1;
  for (let nLines = 0; nLines < maxLines; nLines += 1) {
    end = typeof raw === 'string' ? raw.indexOf('\n', end + 1) : raw.indexOf(10, end + 1);
    if (end < 0) return raw;
  }
  return raw.slice(0, end);
}

/** What a parsed mail says. */
export function toReadMail(id: string, arrivedAt: number | null, email: Email | undefined): ReadMail {
  const html = (email?.html ?? '').slice(0, maxLetters);
  const text = (email?.text ?? '').slice(0, maxLetters);
  const sentAt = Date.parse(email?.date ?? '');
  return {
    id,
    to: recipientsOf(email),
    from: email?.from?.address ?? '',
    subject: (email?.subject ?? '').slice(0, 1_000),
    text: text || textOfHtml(html),
    links: linksOf(text, html),
    at: arrivedAt ?? (Number.isFinite(sentAt) ? sentAt : 0),
  };
}

function recipientsOf(email: Email | undefined): string[] {
  const named = [...(email?.to ?? []), ...(email?.cc ?? [])].map((one) => one.address ?? '');
  const told = (email?.headers ?? []).filter((header) => delivered.has(header.key)).map((header) => header.value);
  const all = [...named, ...told].map((one) => one.trim().toLowerCase().replace(/^<|>$/g, ''));
  return [...new Set(all.filter((one) => one.includes('@')))];
}

/** Addresses in the text end at a blank or a bracket, those of the HTML are its links. Mails of WordPress hold `&#038;`. */
function linksOf(text: string, html: string): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"'\]]{1,2000}/gi) ?? [];
  const inHtml = findElements(html, 'a').map((element) => attributeOf(element, 'href') ?? '');
  const found = [...inText, ...inHtml].filter((link) => /^https?:/i.test(link) && link.length <= maxAddress);
  const clean = found.slice(0, maxLinks).map((link) => withoutStop(link.replace(/&#0?38;|&amp;/g, '&')));
  return [...new Set(clean)].filter((link) => URL.canParse(link));
}

/** Stops and brackets after an address belong to the sentence. */
function withoutStop(link: string): string {
  let end = link.length;
  while (end > 0 && ').,;'.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

const textOfHtml = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
