import { missingWord, stretchesOfWords } from '#domain/rules/spinning/protected-words.ts';
import type { SpinOrder } from '../contract/spinners.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '../errors.ts';
import { shortDetail } from '../read-answer.ts';

/** Wait that a service without a word on it is given, in ms. */
const busyMs = 10_000;

/** A service answers when the whole text is done: time it is given, in ms; Spin Rewriter takes up to 120 s. */
export const spinMs = 150_000;

const about: [RegExp, (message: string) => Error][] = [
  [
    /once every|too (many|frequent|fast)|busy|overload|try again|slow down/i,
    (message) => new Retryable(message, { afterMs: busyMs }),
  ],
  [/quota|limit|balance|credit|not enough|insufficient|funds|expired|subscri/i, operator('balance')],
  [/authenticat|unauthori[sz]ed|log ?in|password|user ?name|e-?mail|api[ _-]?key|\bkey\b/i, operator('credentials')],
];

function operator(ask: 'balance' | 'credentials') {
  return (message: string) => new NeedsOperator(message, ask);
}

/** What a complaint of a service means, in whatever words it is said. */
export function refusalOf(who: string, said: string): Error {
  const text = shortDetail(said);
  const message = `${who} answered: ${text}`;
  const [, make] = about.find(([words]) => words.test(text)) ?? [];
  return make?.(message) ?? new Fatal(message);
}

/** What an answer is that nobody can read: after an order the text may have been spun and paid for. */
export function unreadable(who: string, act: boolean): Error {
  const message = `${who} answered with something unreadable`;
  return act ? new Unconfirmed(`${message}: the text may have been spun and paid for`) : new Retryable(message);
}

/** What a service is told to leave as it is: protected words in the letters that the text has them in, and marks. */
export function toldWords({ text, protectedWords, marks = [] }: SpinOrder): string[] {
  const standing = stretchesOfWords(text, protectedWords).map(({ from, to }) => text.slice(from, to));
  return [...new Set([...standing, ...marks])];
}

/** An answer that is longer than any spin of so long a text is not read; throws Fatal. */
export function bounded(who: string, { text }: SpinOrder, spun: string): string {
  if (spun.length > 15 * text.length + 10_000) throw new Fatal(`${who} sent back a text far longer than it was sent`);
  return spun;
}

/** Line ends as everybody has them. Throws Fatal for no text, or one in which a protected word was changed in any draw. */
export function keptText(who: string, order: SpinOrder, spun: string): string {
  const whole = bounded(who, order, spun).replace(/\r\n?/g, '\n');
  if (whole.trim() === '') throw new Fatal(`${who} sent back an empty text`);
  const missing = missingWord(order.text, whole, order.protectedWords);
  if (missing !== undefined) throw new Fatal(`${who} changed the protected words "${shortDetail(missing)}"`);
  return whole;
}
