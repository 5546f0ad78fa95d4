import { type Masked, maskPieces } from '#domain/rules/spinning/mask-pieces.ts';
import { stretchesOfWords } from '#domain/rules/spinning/protected-words.ts';
import type { SpinOrder } from '../contract/spinners.ts';
import { Fatal } from '../errors.ts';
import { bounded, keptText } from './spinner-troubles.ts';

/** An order for a service that cannot be told of protected words: marks stand for them. */
export const maskedOrder = ({ text, protectedWords }: SpinOrder): Masked =>
  maskPieces(text, stretchesOfWords(text, protectedWords));

/** What such a service sent back, with the protected words in place; throws Fatal where one is missing. */
export function unmasked(who: string, order: SpinOrder, masked: Masked, spun: string): string {
  const whole = masked.unmask(bounded(who, order, spun).replace(/\r\n?/g, '\n'));
  if (whole === null) throw new Fatal(`${who} changed protected words, or sent back broken spin syntax`);
  return keptText(who, order, whole);
}
