import type { Proof } from '../contract/proofs.ts';
import { comparableText, comparableUrl } from './comparable.ts';
import type { PageLink } from './page-reading.ts';

/** A link that should stand on a page; anchor and rel are judged only when given and not empty. */
export interface ExpectedLink {
  url: string;
  anchor?: string | undefined;
  rel?: string | undefined;
}

export function hasAnchor(link: PageLink, wanted: ExpectedLink): boolean {
  if (!wanted.anchor) return true;
  const text = comparableText(wanted.anchor);
  return comparableText(link.anchor) === text || (!!link.withImages && comparableText(link.withImages) === text);
}

/** A rel that was set must stand there; one that was not must be as it was first found. */
export function hasRel(link: PageLink, set: string, firstRel: string | null): boolean {
  const tokens = relTokens(link.rel);
  const wanted = relTokens(set);
  if (!wanted.every((token) => tokens.includes(token))) return false;
  if (firstRel === null) return true;
  const known = [...wanted, ...telling(firstRel)];
  const isNew = telling(link.rel).some((token) => !known.includes(token));
  return !isNew && (wanted.length > 0 || telling(firstRel).every((token) => tokens.includes(token)));
}

/**
 * What the links that were found on a page say of their site: false when one is not followed though that was not asked for,
 * null when none tells.
 */
export function followedAsRead(
  placed: readonly ExpectedLink[],
  links: readonly Pick<Proof['links'][number], 'found' | 'rel'>[],
): boolean | null {
  const told = links.filter(({ found }, at) => found && telling(placed[at]?.rel ?? '').length === 0);
  return told.length === 0 ? null : told.every(({ rel }) => telling(rel ?? '').length === 0);
}

/** The tokens that tell search engines what a link is worth; noopener and the like do not. */
function telling(rel: string): string[] {
  return relTokens(rel).filter((token) => ['nofollow', 'sponsored', 'ugc'].includes(token));
}

function relTokens(rel: string): string[] {
  return rel
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

interface Standing {
  link: PageLink;
  /** Its text as texts are compared. */
  text: string;
  isTaken: boolean;
}

/** Links of a page by what they are looked up by; each is taken once, so that equal links are not counted twice. */
export class StandingLinks {
  readonly #byUrl = new Map<string, Standing[]>();
  readonly #others: PageLink[] = [];
  readonly #ownHost: string;
  #byText: Map<string, Standing[]> | undefined;

  constructor(links: readonly PageLink[], expected: readonly ExpectedLink[], pageUrl: string) {
    this.#ownHost = hostOf(pageUrl);
    const urls = new Set(expected.map((wanted) => comparableUrl(wanted.url)));
    const comparable = remembered(comparableUrl);
    const textOf = remembered(comparableText);
    for (const link of links) {
      const url = comparable(link.url);
      if (urls.has(url)) addTo(this.#byUrl, url, { link, text: textOf(link.anchor), isTaken: false });
      else this.#others.push(link);
    }
  }

  /** The best link to an address: one that is seen, has the anchor, has any text, has the rel. */
  take(wanted: ExpectedLink): PageLink | undefined {
    const text = wanted.anchor ? comparableText(wanted.anchor) : undefined;
    let best: Standing | undefined;
    let bestScore = -1;
    for (const standing of this.#byUrl.get(comparableUrl(wanted.url)) ?? []) {
      if (standing.isTaken) continue;
      const score = scoreOf(standing, text, wanted.rel ?? '');
      if (score > bestScore) [best, bestScore] = [standing, score];
      if (score === bestOfAll) break;
    }
    return taken(best);
  }

  /** A link with the same text that is seen and leads elsewhere, but not to the page's own site: that is its menu. */
  takeByAnchor({ anchor }: ExpectedLink): PageLink | undefined {
    return anchor ? this.#textIndex().get(comparableText(anchor))?.pop()?.link : undefined;
  }

  #textIndex(): Map<string, Standing[]> {
    if (this.#byText) return this.#byText;
    const textOf = remembered(comparableText);
    this.#byText = new Map();
    const isElsewhere = remembered((url: string) => hostOf(url) !== this.#ownHost);
    for (const link of this.#others) {
      const text = link.hidden ? '' : textOf(link.anchor);
      if (text !== '' && isElsewhere(link.url)) addTo(this.#byText, text, { link, text, isTaken: false });
    }
    return this.#byText;
  }
}

const bestOfAll = 15;

function scoreOf({ link, text }: Standing, wantedText: string | undefined, rel: string): number {
  const fits =
    wantedText === undefined ||
    text === wantedText ||
    (!!link.withImages && comparableText(link.withImages) === wantedText);
  const hasAsked = rel === '' || hasRel(link, rel, null);
  return (link.hidden ? 0 : 8) + (fits ? 4 : 0) + (link.anchor === '' ? 0 : 2) + (hasAsked ? 1 : 0);
}

/** A function that works out each answer once. */
function remembered<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const answer = known.get(text) ?? work(text);
    known.set(text, answer);
    return answer;
  };
}

function taken(standing: Standing | undefined): PageLink | undefined {
  if (standing) standing.isTaken = true;
  return standing?.link;
}

function addTo(map: Map<string, Standing[]>, key: string, standing: Standing): void {
  const list = map.get(key);
  if (list) list.push(standing);
  else map.set(key, [standing]);
}

/** The rels first found, by address; equal addresses in their order. */
export class FirstRels {
  readonly #byUrl = new Map<string, (string | null)[]>();

  constructor(before: Proof['links']) {
    for (const { url, rel, firstRel } of before)
      this.#byUrl.set(url, [...(this.#byUrl.get(url) ?? []), firstRel ?? rel]);
  }

  take(url: string): string | null {
    return this.#byUrl.get(url)?.shift() ?? null;
  }
}
