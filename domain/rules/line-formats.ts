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

/** The address with a scheme, or null when it is no http(s) URL with a plausible host, or holds a login. */
export function normalizeUrl(value: string): string | null {
  if (value === '' || /\s/.test(value)) return null;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!/^https?:\/\//i.test(withScheme) || !URL.canParse(withScheme)) return null;
  if (hasLogin(withScheme)) return null;
  const host = new URL(withScheme).hostname;
  // Longer names cannot be looked up, nor kept in the index of hosts.
  if (host.length > 253) return null;
  return host.includes('.') || host === 'localhost' || host.startsWith('[') ? withScheme : null;
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
/** The value of a cell that {@link safeCell} wrote; other cells stay as they are. */
export function readCell(value: string): string {
  return /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}
