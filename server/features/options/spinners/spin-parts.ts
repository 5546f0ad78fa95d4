import { setTimeout as wait } from 'node:timers/promises';
import type { SpinOrder } from '#connectors/kit/contract/spinners.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import { cutParagraphs } from '#domain/rules/spinning/cut-paragraphs.ts';
import { Refusal } from '../../../errors/refusal.ts';
import type { ReadySpinner } from './ready-spinner.ts';

/** A text with marks in it. */
interface MarkedText {
  text: string;
  marks: readonly string[];
  protectedWords: readonly string[];
}

/**
 * Has a text spun, cut between its paragraphs where it is longer than the service takes at once; all of it is judged before the
 * first part leaves.
 */
export async function spinParts(ready: ReadySpinner, { text, marks, protectedWords }: MarkedText): Promise<string> {
  const { spinner, job, settings, ownWords } = ready;
  const parts = cutParagraphs(text, spinner.maxLength);
  if (parts === null) {
    const most = spinner.maxLength.toLocaleString('en');
    throw new Refusal('TOO_LARGE', `${spinner.label} takes ${most} letters at once, and a paragraph is longer`);
  }
  const ours = new Set(marks);
  const words = [...new Set([...protectedWords, ...splitCommaText(ownWords)])];
  const [language = 'en'] = spinner.languages;
  const spun: string[] = [];
  for (const part of parts) {
    const within = (part.match(/LWK+\d+Q/g) ?? []).filter((mark) => ours.has(mark));
    const { before, core, behind } = trimmed(part);
    if (!hasWords(core, ours)) {
      spun.push(part);
      continue;
    }
    const order: SpinOrder = { text: core, as: 'spintax', protectedWords: words, marks: within, language, settings };
    await turnOf(ready);
    spun.push(`${before}${(await spinner.spin(job, order)).text.trim()}${behind}`);
  }
  return spun.join('');
}

/** True where a text holds anything that could be said otherwise. */
export function hasWords(text: string, marks: ReadonlySet<string>): boolean {
  return /\p{L}/u.test(text.replace(/LWK+\d+Q/g, (mark) => (marks.has(mark) ? '' : mark)));
}

function trimmed(part: string) {
  const core = part.trim();
  const from = part.length - part.trimStart().length;
  return { before: part.slice(0, from), core, behind: part.slice(from + core.length) };
}

/** When the next text of a login may leave, in ms since 1970; of this process. */
const nextAt = new Map<string, number>();

/** Waits until the gap of a service since the last text of the same login is over. */
async function turnOf({ account, spinner, job }: ReadySpinner): Promise<void> {
  for (const [other, at] of nextAt) if (at <= Date.now()) nextAt.delete(other);
  // Several may wait for one turn: whoever comes first takes it.
  for (let ms = leftOf(account); ms > 0; ms = leftOf(account)) await wait(ms, undefined, { signal: job.tools.signal });
  nextAt.set(account, Date.now() + spinner.gapMs);
}

const leftOf = (account: string) => (nextAt.get(account) ?? 0) - Date.now();
