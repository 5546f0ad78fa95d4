import type { SubmissionState } from '../contract/indexing.ts';

/** Links of which the same was said, and their hosts where it was said of hosts: some by name, and how many. */
export interface SaidOf {
  links: number;
  hosts: string[];
  nHosts: number;
}
/** What was said, by its words. */
export type Said = Readonly<Record<string, SaidOf>>;

/** What is counted of a submission. */
export interface SubmissionCounts {
  total: number;
  taken: number;
  refused: number;
  said: Said;
}

/** Something that was said of some links, all of one host where it names one. */
export interface Saying {
  text: string;
  links: number;
  host?: string | undefined;
}

const grouped = (value: number) => value.toLocaleString('en-US');
const linksOf = (count: number) => `${grouped(count)} ${count === 1 ? 'link' : 'links'}`;

/** Hosts that are named with their words. */
const hostsInWords = 3;

/** "The host is not listed – a.test, b.test and 4 more". */
function withHosts(text: string, { hosts, nHosts }: SaidOf): string {
  if (nHosts === 0) return text;
  const shown = hosts.slice(0, hostsInWords);
  const more = nHosts > shown.length ? ` and ${grouped(nHosts - shown.length)} more` : '';
  return `${text} – ${shown.join(', ')}${more}`;
}

/** What was said with its hosts, the most often said first. */
export function saidMostly(said: Said): { text: string; links: number }[] {
  return Object.entries(said)
    .map(([text, of]) => ({ text: withHosts(text, of), links: of.links }))
    .sort((one, other) => other.links - one.links || (one.text < other.text ? -1 : 1));
}

/** "Stopped by its owner (3 links)". */
export const sayingWords = ({ text, links }: { text: string; links: number }): string => `${text} (${linksOf(links)})`;

/** "120 of 300 links taken, 3 not". */
function countWords({ total, taken, refused }: Omit<SubmissionCounts, 'said'>): string {
  return `${grouped(taken)} of ${linksOf(total)} taken${refused > 0 ? `, ${grouped(refused)} not` : ''}`;
}

/** How far it is: "120 of 300 links taken, 3 not: the reason that most have". */
export const submissionWords = ({ said, ...counts }: SubmissionCounts): string => wordsWith(counts, saidMostly(said));

/** The same with what was said in its order. */
export function wordsWith(counts: Omit<SubmissionCounts, 'said'>, [first, ...others]: readonly Saying[]): string {
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return first ? `${countWords(counts)}: ${first.text}${more}` : countWords(counts);
}

/** Most different texts that one submission keeps; what comes then is counted together. */
const mostTexts = 50;
const otherText = 'Other reasons';
/** Most hosts that are kept by name with one text. */
const mostHosts = 20;

/**
 * Counts what was said of some links. Links come in the order of their addresses: a host that is none of the names kept was
 * not there before, but for the last one.
 */
export function withSaid(said: Said, more: readonly Saying[]): Record<string, SaidOf> {
  const sums = new Map(Object.entries(said));
  for (const { text, links, host } of more) {
    const short = text.slice(0, 500);
    const name = sums.has(short) || sums.size < mostTexts ? short : otherText;
    const before = sums.get(name) ?? { links: 0, hosts: [], nHosts: 0 };
    sums.set(name, { ...before, ...withHost(before, host), links: before.links + links });
  }
  return Object.fromEntries(sums);
}

function withHost({ hosts, nHosts }: SaidOf, host: string | undefined): Partial<SaidOf> {
  if (host === undefined || hosts.includes(host)) return {};
  // Above what is kept by name the last place holds the host that came last, which may come again.
  return { hosts: [...hosts.slice(0, mostHosts - 1), host], nHosts: nHosts + 1 };
}

/** What was said of all its links, those too that were left when it was stopped for a reason. */
export function allSaid({
  said,
  total,
  taken,
  refused,
  endReason,
}: SubmissionCounts & { endReason: string | null }): Said {
  const rest = Math.max(0, total - taken - refused);
  return endReason === null ? said : withSaid(said, [{ text: endReason, links: rest }]);
}

/** The sums of what was said of several submissions. */
export function saidTogether(all: readonly Said[]): Said {
  const sums = new Map<string, SaidOf>();
  for (const said of all)
    for (const [text, of] of Object.entries(said)) {
      const before = sums.get(text);
      const hosts = [...new Set([...(before?.hosts ?? []), ...of.hosts])];
      // Services name the same hosts for the same reason; what is beyond the names is not told apart.
      const nHosts = Math.max(hosts.length, before?.nHosts ?? 0, of.nHosts);
      sums.set(text, { links: (before?.links ?? 0) + of.links, hosts, nHosts });
    }
  return Object.fromEntries(sums);
}

/** What a row of the project shows of a submission. */
export function rowStatusOf(state: SubmissionState): 'NONE' | 'RUNNING' | 'SUCCESS' | 'FAILED' | 'STOPPED' {
  const statuses = {
    WAITING: 'NONE',
    RUNNING: 'RUNNING',
    DONE: 'SUCCESS',
    FAILED: 'FAILED',
    STOPPED: 'STOPPED',
  } as const;
  return statuses[state];
}
