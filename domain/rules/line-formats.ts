/** A link as typed on one line: `url|x|anchor|x|linksOnPage`, `url|x|anchor` or `url` (D-LINK-05). */
export interface LinkLine {
  url: string;
  anchor: string;
  linksOnPage: string;
}

/** Reads one batch line; null when its first part is no URL. Adds http:// to a bare host. */
export function parseLinkLine(line: string): LinkLine | null {
  const [first = '', anchor = '', linksOnPage = ''] = line.split('|x|').map((part) => part.trim());
  const url = normalizeUrl(first);
  return url ? { url, anchor, linksOnPage } : null;
}

/** True for an address that brings a login along (`https://name:password@host/`): it would be shown and exported. */
export function hasLogin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
}

// A name as resolvers take it, or an IPv6 address; 253 letters are the longest that can be looked up and indexed.
const hostName = /^(?=.{1,253}$)(\[[\da-f:.]+\]|[a-z\d_-]+(\.[a-z\d_-]+)*\.?)$/i;
/** Another scheme than http: a bare host is followed by a port at most. */
const otherScheme = /^(?!https?:\/\/)[a-z][a-z\d+.-]*:(?!\d)/i;

/** The address with a scheme, or null when it is no http(s) URL with a plausible host, or holds a login. */
export function normalizeUrl(value: string): string | null {
  if (value === '' || /\s/.test(value) || value.startsWith('//') || otherScheme.test(value)) return null;
  const withScheme = /^https?:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(withScheme) || hasLogin(withScheme)) return null;
  const host = new URL(withScheme).hostname;
  if (!hostName.test(host)) return null;
  return host.includes('.') || host === 'localhost' || host.startsWith('[') ? withScheme : null;
}

/** Why a text is not taken as an address of a page; for texts that {@link normalizeUrl} refuses. */
export function whyNoUrl(value: string): string {
  if (value.startsWith('//')) return 'The address has no http: or https: before its //';
  if (otherScheme.test(value) && !/\s/.test(value)) return 'Only addresses of http and https are taken';
  const withScheme = /^https?:\/\//i.test(value) ? value : `http://${value}`;
  if (/\s/.test(value) || !URL.canParse(withScheme)) return 'No web address at its start';
  if (hasLogin(withScheme)) return 'The address brings a login along';
  const { hostname } = new URL(withScheme);
  return hostname.includes('.') && !hostName.test(hostname)
    ? `${hostname} cannot be the name of a host`
    : 'No web address at its start';
}

/** An account as typed on one line: `site|email|username|password`; the password may hold bars. */
export function parseAccountLine(line: string): string[] | null {
  const parts = line.split('|');
  if (parts.length < 4) return null;
  const fields = [...parts.slice(0, 3).map((part) => part.trim()), parts.slice(3).join('|')];
  return fields.every((field) => field !== '') ? fields : null;
}

/** Lines that hold something, with their 1-based numbers, one after the other: a long text is not taken apart at once. */
export function* numberedLines(text: string): Generator<{ line: string; number: number }, undefined> {
  const end = /\r\n|\n|\r/g;
  for (let from = 0, number = 1; from <= text.length; number += 1) {
    end.lastIndex = from;
    const found = end.exec(text);
    const line = text.slice(from, found?.index ?? text.length).trim();
    if (line !== '') yield { line, number };
    from = found ? end.lastIndex : text.length + 1;
  }
}

const formulaStart = /^[=+\-@\t\r]/;
/** A CSV cell that no spreadsheet runs as a formula: a leading quote mark is put before it. */
export function safeCell(value: string): string {
  return formulaStart.test(value) || /^'+[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
/** The same between quote marks (RFC 4180). */
export const quotedCell = (value: string): string => `"${safeCell(value).replaceAll('"', '""')}"`;
/** The value of a cell that {@link safeCell} wrote; other cells stay as they are. */
export function readCell(value: string): string {
  return /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}
