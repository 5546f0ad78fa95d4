import type { Proof } from '../contract/links.ts';

/** A link as it stands on a page. */
export interface PageLink {
  /** Absolute address. */
  url: string;
  /** Text shown, white space folded; an image's alternative text where there is none. */
  anchor: string;
  /** As written on the page, '' when there is none. */
  rel: string;
}

/** What a stranger saw at an address. */
export interface PageReading {
  /** Null when the page could not be reached. */
  httpStatus: number | null;
  /** Address after redirects. */
  finalUrl: string;
  /** Robots rules of header and page, null when there are none. */
  robots: string | null;
  links: PageLink[];
  /** Why it could not be read, for people; null when it could. */
  reason: string | null;
}

/** A link that should stand on a page; anchor and rel are judged only when given and not empty. */
export interface ExpectedLink {
  url: string;
  anchor?: string | undefined;
  rel?: string | undefined;
}

/**
 * Proof of links on a page that was read: LIVE when all stand there as placed, CHANGED when some are missing or
 * altered, MISSING when none stands or the page is gone. The rel that really stands there is kept.
 */
export function judgePage(
  page: PageReading,
  expected: readonly ExpectedLink[],
  checkedAt: string | null = null,
): Proof {
  const reached = page.httpStatus !== null && page.httpStatus >= 200 && page.httpStatus < 300;
  const left = reached ? [...page.links] : [];
  const found = expected.map((link) => takeMatch(left, link));
  const problems = expected.flatMap((link, at) => describeProblem(link, found[at]));
  const nFound = found.filter((link) => link !== undefined).length;
  const gone = !reached || (nFound === 0 && expected.length > 0);
  return {
    state: gone ? 'MISSING' : problems.length > 0 ? 'CHANGED' : 'LIVE',
    checkedAt,
    httpStatus: page.httpStatus,
    reason: reasonOf(page, { reached, problems }),
    links: expected.map((link, at) => ({
      url: link.url,
      anchor: found[at]?.anchor ?? null,
      rel: found[at]?.rel ?? null,
      found: found[at] !== undefined,
    })),
  };
}

function reasonOf(page: PageReading, judged: { reached: boolean; problems: string[] }): string | null {
  if (!judged.reached) return page.reason ?? describeUnreached(page.httpStatus);
  if (judged.problems.length > 0) return [page.reason, ...judged.problems.slice(0, 3)].filter(Boolean).join('; ');
  return isKeptOutOfSearch(page.robots) ? 'The page asks search engines not to list it (noindex)' : null;
}

/** True for noindex or none, also for one crawler ("googlebot: noindex"), not for "max-image-preview: none". */
function isKeptOutOfSearch(robots: string | null): boolean {
  return (robots ?? '').split(',').some((rule) => /^\s*((?!max-)[\w-]+\s*:\s*)?(noindex|none)\s*$/i.test(rule));
}

function describeUnreached(status: number | null): string {
  return status === null ? 'The page could not be reached' : `The page answered ${status}`;
}

/** Takes the best match off the list: same address, then same anchor and rel, so that equal links are not counted twice. */
function takeMatch(links: PageLink[], wanted: ExpectedLink): PageLink | undefined {
  const url = comparableUrl(wanted.url);
  let best = -1;
  let bestScore = -1;
  for (const [at, link] of links.entries()) {
    if (comparableUrl(link.url) !== url) continue;
    const score = (hasAnchor(link, wanted) ? 4 : 0) + (link.anchor === '' ? 0 : 2) + (hasRel(link, wanted) ? 1 : 0);
    if (score > bestScore) [best, bestScore] = [at, score];
  }
  return best < 0 ? undefined : links.splice(best, 1)[0];
}

function describeProblem(wanted: ExpectedLink, link: PageLink | undefined): string[] {
  if (link === undefined) return [`The link to ${wanted.url} is not on the page`];
  const problems: string[] = [];
  if (!hasAnchor(link, wanted)) problems.push(`The anchor of ${wanted.url} is "${link.anchor}"`);
  if (!hasRel(link, wanted)) problems.push(`The rel of ${wanted.url} is "${link.rel}"`);
  return problems;
}

function hasAnchor(link: PageLink, wanted: ExpectedLink): boolean {
  return !wanted.anchor || comparableText(link.anchor) === comparableText(wanted.anchor);
}

function hasRel(link: PageLink, wanted: ExpectedLink): boolean {
  const tokens = relTokens(link.rel);
  return !wanted.rel || relTokens(wanted.rel).every((token) => tokens.includes(token));
}

function relTokens(rel: string): string[] {
  return rel.toLowerCase().split(/\s+/).filter(Boolean);
}

/** An address in the form in which two addresses are compared: host in lower case, bare host with "/", &amp; resolved. */
export function comparableUrl(url: string): string {
  const plain = url.trim().replace(/&(amp|#0*38|#x0*26);/gi, '&');
  const whole = URL.canParse(plain) ? new URL(plain).href : plain;
  return whole.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** A text with folded white space and plain quotes and dashes: blogs set curly ones when they show a text. */
export function comparableText(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/''/g, '"')
    .replace(/[\u2010-\u2015\u2212-]+/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/\u00d7/g, 'x')
    .replace(/\s+/g, ' ')
    .trim();
}
