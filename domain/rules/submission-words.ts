import type { SubmissionState } from '../contract/indexing.ts';

/** What is counted of a submission. */
export interface SubmissionCounts {
  total: number;
  taken: number;
  refused: number;
  /** What was said, with the number of links. */
  said: Readonly<Record<string, number>>;
}

const grouped = (value: number) => value.toLocaleString('en-US');
const links = (count: number) => `${grouped(count)} ${count === 1 ? 'link' : 'links'}`;

/** What was said, the most often said first. */
export function saidMostly(said: SubmissionCounts['said']): { text: string; links: number }[] {
  return Object.entries(said)
    .map(([text, count]) => ({ text, links: count }))
    .sort((one, other) => other.links - one.links || (one.text < other.text ? -1 : 1));
}

/** How far it is: "120 of 300 links taken, 3 not: the reason that most have". */
export function submissionWords({ total, taken, refused, said }: SubmissionCounts): string {
  const [first, ...others] = saidMostly(said);
  const head = `${grouped(taken)} of ${links(total)} taken${refused > 0 ? `, ${grouped(refused)} not` : ''}`;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return first ? `${head}: ${first.text}${more}` : head;
}

/** Most different texts that one submission keeps; what comes then is counted together. */
const mostTexts = 50;
const otherText = 'Other reasons';

/** Counts what was said of some links. */
export function withSaid(
  said: SubmissionCounts['said'],
  more: readonly { text: string; links: number }[],
): Record<string, number> {
  const sums = new Map(Object.entries(said));
  for (const { text, links: count } of more) {
    const name = sums.has(text) || sums.size < mostTexts ? text.slice(0, 500) : otherText;
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries(sums);
}

/** What was said of all its links, those too that were left when it was stopped for a reason. */
export function allSaid({ said, total, taken, refused, endReason }: SubmissionCounts & { endReason: string | null }) {
  const rest = Math.max(0, total - taken - refused);
  return saidMostly(endReason === null ? said : withSaid(said, [{ text: endReason, links: rest }]));
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
