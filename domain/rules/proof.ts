import type { Proof, ProofChange } from '../contract/proofs.ts';
import { isSignInWall, type PageLink, type PageReading, type PageTrouble, troubleOf } from './page-reading.ts';
import { type ExpectedLink, FirstRels, hasAnchor, hasRel, StandingLinks } from './standing-links.ts';

/** A good word about a page. */
export type GoodWord = Pick<Proof, 'httpStatus' | 'reason' | 'changes' | 'links'> & {
  state: 'LIVE' | 'CHANGED' | 'MISSING';
};

/** What was asked of the page, beside the links. */
export interface Asked {
  /** Address that was read; a sign-in page elsewhere is told by it. */
  url?: string | undefined;
  /** Links of the last good word: the rel first found is in it. */
  before?: Proof['links'] | undefined;
}

interface Finding {
  wanted: ExpectedLink;
  link: PageLink | undefined;
  firstRel: string | null;
  changes: { change: ProofChange; text: string }[];
}

/**
 * Judges the links of a page that was read: LIVE when all stand there as placed, CHANGED when some are missing or altered,
 * MISSING when none stands or the page is gone; trouble when the page says nothing about them.
 */
export function judgePage(
  page: PageReading,
  expected: readonly ExpectedLink[],
  asked: Asked = {},
): GoodWord | PageTrouble {
  const trouble = troubleOf(page);
  if (trouble) return trouble;
  const isGone = page.httpStatus === 404 || page.httpStatus === 410;
  const findings = findLinks(page, isGone ? [] : page.links, expected, asked.before ?? []);
  const nStanding = findings.filter(({ link, changes }) => link || changes[0]?.change === 'address').length;
  const doubt = isGone ? undefined : doubtOf(page, findings, { nStanding, url: asked.url });
  if (doubt !== undefined) return { state: 'UNREADABLE', httpStatus: page.httpStatus, reason: doubt };
  const problems = findings.flatMap(({ changes }) => changes);
  const isMissing = isGone || (nStanding === 0 && expected.length > 0);
  return {
    state: isMissing ? 'MISSING' : problems.length > 0 ? 'CHANGED' : 'LIVE',
    httpStatus: page.httpStatus,
    reason: isGone ? (page.reason ?? `The page answered ${page.httpStatus}`) : reasonOf(page, problems),
    changes: isMissing ? [] : [...new Set(problems.map(({ change }) => change))],
    links: findings.map(({ wanted, link, firstRel }) => ({
      url: wanted.url,
      anchor: link?.anchor ?? null,
      rel: link?.rel ?? null,
      firstRel: firstRel ?? link?.rel ?? null,
      found: link !== undefined,
    })),
  };
}

/** Why a page that answers well is not believed when it does not show the links. */
function doubtOf(
  page: PageReading,
  findings: Finding[],
  { nStanding, url }: { nStanding: number; url: string | undefined },
): string | undefined {
  if (nStanding === 0 && url !== undefined && isSignInWall(url, page))
    return `A sign-in is asked for at ${page.finalUrl}`;
  if (page.isCut && findings.some(({ link }) => !link)) return 'The page is too long to be read to its end';
  return undefined;
}

function reasonOf(page: PageReading, problems: { text: string }[]): string | null {
  if (problems.length > 0) {
    const more = problems.length > 3 ? [`and ${problems.length - 3} more`] : [];
    return [...problems.slice(0, 3).map(({ text }) => text), ...more].join('; ');
  }
  return isKeptOutOfSearch(page.robots) ? 'The page asks search engines not to list it (noindex)' : null;
}

/** True for noindex or none, also for one crawler ("googlebot: noindex"), not for "max-image-preview: none". */
function isKeptOutOfSearch(robots: string | null): boolean {
  return (robots ?? '').split(',').some((rule) => /^\s*((?!max-)[\w-]+\s*:\s*)?(noindex|none)\s*$/i.test(rule));
}

function findLinks(
  page: PageReading,
  links: readonly PageLink[],
  expected: readonly ExpectedLink[],
  before: Proof['links'],
): Finding[] {
  const standing = new StandingLinks(links, expected, page.finalUrl);
  const first = new FirstRels(before);
  const findings = expected.map((wanted): Finding => {
    const link = standing.take(wanted);
    const firstRel = first.take(wanted.url);
    return { wanted, link, firstRel, changes: link ? describeChanges(wanted, link, firstRel) : [] };
  });
  for (const finding of findings) {
    if (finding.link) continue;
    const other = standing.takeByAnchor(finding.wanted);
    finding.changes.push(describeLoss(finding.wanted, other));
  }
  return findings;
}

function describeLoss({ url, anchor }: ExpectedLink, other: PageLink | undefined): Finding['changes'][number] {
  return other
    ? { change: 'address', text: `The link "${anchor}" leads to ${other.url} instead of ${url}` }
    : { change: 'missing', text: `The link to ${url} is not on the page` };
}

function describeChanges(wanted: ExpectedLink, link: PageLink, firstRel: string | null): Finding['changes'] {
  const changes: Finding['changes'] = [];
  if (link.hidden)
    changes.push({ change: 'hidden', text: `The link to ${wanted.url} is there, but no reader sees it` });
  if (!hasAnchor(link, wanted))
    changes.push({ change: 'anchor', text: `The anchor of ${wanted.url} is "${shortened(link.anchor)}"` });
  if (!hasRel(link, wanted.rel ?? '', firstRel))
    changes.push({ change: 'rel', text: `The rel of ${wanted.url} is "${link.rel}"` });
  return changes;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
