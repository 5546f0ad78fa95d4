import { Malformed } from '../errors/refusal.ts';

/** The store takes neither NUL characters nor half characters (lone surrogates), wherever they stand in a value. */
export function refuseBadText(value: unknown): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') refuseBadString(next);
    else if (typeof next === 'object' && next !== null)
      for (const [name, inner] of Object.entries(next)) {
        refuseBadString(name);
        open.push(inner);
      }
  }
}

function refuseBadString(text: string): void {
  if (text.includes('\0')) throw new Malformed('NUL characters are not allowed');
  if (!text.isWellFormed()) throw new Malformed('Half characters are not allowed');
}
