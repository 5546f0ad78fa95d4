/** Signs of spin syntax, by the code of their character. */
export const signs = { open: 123, bar: 124, close: 125 } as const;

/** Choices may stand in each other so deep; braces further in are text. */
const deepestSpin = 200;

/** What `SpinMarks.partner` says of a sign that has none. */
export const noPartner = { none: -1, tooDeep: -2 } as const;

/** The braces and bars of a text in their order. */
export interface SpinMarks {
  /** Their places in the text, in UTF-16 units. */
  at: Int32Array;
  /** What stands there, one of `signs`. */
  sign: Uint8Array;
  /** Of a brace the number of its partner among the marks, or one of `noPartner`; of a bar nothing. */
  partner: Int32Array;
  /** How deep the choice is that a sign belongs to, from 1; 0 for what is text: braces without partner, bars outside. */
  level: Uint8Array;
}

/** Where braces and bars stand in a text, `from` being where the text itself stands. */
export function findMarks(text: string, from = 0): Pick<SpinMarks, 'at' | 'sign'> {
  const at: number[] = [];
  const found: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Signs are few among letters.
    if (code >= signs.open && code <= signs.close) {
      at.push(from + index);
      found.push(code);
    }
  }
  return { at: new Int32Array(at), sign: new Uint8Array(found) };
}

/** Finds the partner and the level of each sign (D-CONT-12). Linear in the number of signs. */
export function pairMarks({ at, sign }: Pick<SpinMarks, 'at' | 'sign'>): SpinMarks {
  const partner = new Int32Array(sign.length).fill(noPartner.none);
  const level = new Uint8Array(sign.length);
  const open: number[] = [];
  for (let mark = 0; mark < sign.length; mark += 1) {
    if (sign[mark] === signs.open) open.push(mark);
    else if (sign[mark] === signs.close) {
      const start = open.pop();
      if (start === undefined) continue;
      const isTooDeep = open.length >= deepestSpin;
      partner[start] = isTooDeep ? noPartner.tooDeep : mark;
      partner[mark] = isTooDeep ? noPartner.tooDeep : start;
    }
  }
  // Only now is it known which open braces count: a bar belongs to the nearest that is closed.
  let depth = 0;
  for (let mark = 0; mark < sign.length; mark += 1) {
    const isBar = sign[mark] === signs.bar;
    if (!isBar && (partner[mark] ?? 0) < 0) continue;
    if (sign[mark] === signs.open) depth += 1;
    level[mark] = depth;
    if (sign[mark] === signs.close) depth -= 1;
  }
  return { at, sign, partner, level };
}

/** The braces and bars of a text with their partners. Linear in its length. */
export const readMarks = (text: string): SpinMarks => pairMarks(findMarks(text));
