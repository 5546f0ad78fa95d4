import { isSpinBroken } from '#domain/rules/spin-braces.ts';
import { keptStretches } from '#domain/rules/spinning/kept-stretches.ts';
import { maskPieces } from '#domain/rules/spinning/mask-pieces.ts';
import { spin } from '#domain/rules/spintax.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { spinBuiltIn } from '../../../spin/built-in.ts';
import { RoomFull, WorkGone } from '../../../workers/worker-room.ts';

/** Words that stay, and whether anybody waits still. */
type OwnOptions = Parameters<typeof spinBuiltIn>[1];

/**
 * Has a text spun by the built-in spinner. It knows markup, links and spin syntax itself, and spins what stands in braces;
 * placeholders, and broken syntax, it is not shown. The first of all alternatives must be the text as it was.
 */
export async function spinOwn(text: string, { protectedWords, signal }: OwnOptions): Promise<string> {
  const all = keptStretches(text);
  const isForeign = (piece: string) => /^[[%}]/.test(piece) || /[[%]|\{[^{}|]*\}/.test(/^\{/.test(piece) ? piece : '');
  const stretches = isSpinBroken(text) ? all : all.filter(({ from, to }) => isForeign(text.slice(from, to)));
  const masked = maskPieces(text, stretches);
  const options = { protectedWords: [...protectedWords, ...masked.marks], signal };
  const spun = masked.unmask(await spinBuiltIn(masked.text, options).catch(refuse));
  if (spun === null || firstOf(spun) !== firstOf(text))
    throw new Refusal('FAULT', 'The built-in spinner did not keep the text as it was: the result was not taken');
  return spun;
}

/** The first of all alternatives. */
const firstOf = (text: string) => spin(text, () => 0);

function refuse(error: unknown): never {
  if (error instanceof RoomFull)
    throw new Refusal('TOO_MANY_TRIES', 'Many texts are being spun already: please try again in a moment');
  if (error instanceof WorkGone) throw new Refusal('TOO_LARGE', 'The built-in spinner took too long over this text');
  throw error;
}
