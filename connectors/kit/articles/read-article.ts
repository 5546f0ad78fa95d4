import type { SourceArticle } from '../contract/articles.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '../errors.ts';
import { shortDetail } from '../read-answer.ts';

/** A first line that is longer is no title. */
const longestTitle = 200;

/**
 * An article from a text in which the title, where there is one, is the heading or the line at its beginning; `subject` is the
 * title of one without.
 */
export function readArticle(text: string, subject: string, remoteId = ''): SourceArticle {
  const whole = text.trim();
  const { title, body } = titled(whole) ?? { title: subject, body: whole };
  return { remoteId, title, body, markup: markupOf(body), credit: '' };
}

function titled(whole: string): { title: string; body: string } | undefined {
  const heading = /^<h1[^<>]{0,200}>([^<]{1,200})<\/h1>/i.exec(whole);
  const end = heading ? heading[0].length : whole.indexOf('\n');
  if (end < 0) return undefined;
  const title = shortDetail(heading?.[1] ?? whole.slice(0, Math.min(end, longestTitle + 1)));
  const body = whole.slice(end).trim();
  return title === '' || title.length >= longestTitle || body === '' ? undefined : { title, body };
}

/** Letters that are looked at to tell what a body is. */
const tellingLetters = 200_000;

/** Spin syntax where it has a choice, HTML where it has a block. */
function markupOf(whole: string): SourceArticle['markup'] {
  const body = whole.slice(0, tellingLetters);
  if (/\{[^{}]{0,500}\|/.test(body)) return 'spintax';
  return /<(p|h[1-6]|ul|ol|div|br)\b/i.test(body) ? 'html' : 'text';
}

const aboutPace = /\bbusy\b|too many|rate limit|overload|slow down/i;
const aboutBalance =
  /not enough|insufficient|exceed|quota|\bcredits?\b|\bbalance\b|\blimit\b|ran out|run out|no .* left/i;
const aboutLogin = /\b(api|access)?[ _-]?key\b|user ?name|password|\blog ?in\b|unauthori[sz]ed|authenti|access denied/i;

/** Wait of a source that says that it is busy and not for how long, in ms. */
const busyMs = 30_000;

/** The error of the contract that a text is by which a source refuses. */
export function refusalOf(who: string, said: string): Error {
  const text = shortDetail(said);
  const message = text === '' ? `${who} refused without a reason` : `${who} answered: ${text}`;
  if (aboutPace.test(text)) return new Retryable(message, { afterMs: busyMs });
  if (aboutBalance.test(text)) return new NeedsOperator(message, 'balance');
  if (aboutLogin.test(text)) return new NeedsOperator(message, 'credentials');
  return new Fatal(message);
}

/** The error of an answer that is not of the interface: after an order nobody knows what became of it. */
export const unreadable = (who: string, act: boolean): Error =>
  act
    ? new Unconfirmed(`${who} took the order and gave an answer that cannot be read`)
    : new Fatal(`What answers at the address of ${who} does not speak its interface`);

/** A number of an answer, which may be a text with commas; undefined where there is none. */
export function numberIn(said: Record<string, unknown>, name: string): number | undefined {
  const value = said[name];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.replaceAll(',', '') : '';
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
