import type { Email } from 'postal-mime';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';

/** A mail as far as it matters to accounts. */
export interface ReadMail {
  id: string;
  /** Addresses it was sent to, in lower case: of its head, and those to which servers say they delivered it. */
  to: string[];
  subject: string;
  text: string;
  /** Web addresses in it, each once, in their order. */
  links: string[];
  /** When it arrived, or says it was sent, in ms since 1970. */
  at: number;
}

/** Letters of a mail that are looked at, and links of it at most. */
const maxLetters = 200_000;
const maxLinks = 200;
const delivered = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']);

/** What a parsed mail says; one that cannot be parsed says nothing. */
export function toReadMail(id: string, arrivedAt: number | null, email: Email | undefined): ReadMail {
  const html = (email?.html ?? '').slice(0, maxLetters);
  const text = (email?.text ?? '').slice(0, maxLetters);
  const sentAt = Date.parse(email?.date ?? '');
  return {
    id,
    to: recipientsOf(email),
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
  const inText = text.match(/https?:\/\/[^\s<>"'\]]+/gi) ?? [];
  const inHtml = findElements(html, 'a').map((element) => attributeOf(element, 'href') ?? '');
  const clean = [...inText, ...inHtml].map((link) => link.replace(/&#0?38;|&amp;/g, '&').replace(/[).,;]+$/, ''));
  return [...new Set(clean)].filter((link) => /^https?:/i.test(link) && URL.canParse(link)).slice(0, maxLinks);
}

const textOfHtml = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
