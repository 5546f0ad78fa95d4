/** A parser of foreign input, driven by a text. */
export interface Parser {
  name: string;
  /** A promise: it gives the event loop turns; what counts is how long it keeps one. */
  run(text: string): unknown;
  /** How the product calls it, where it does not do so on the event loop. */
  aside?(text: string): Promise<unknown>;
  /** Most letters that the product hands to it. */
  most: number;
  /** Fragments of its own language, beside the usual ones. */
  seeds?: readonly string[];
}

/** Longest time the event loop was held, and the whole time, in ms. */
export interface Cost {
  heldMs: number;
  ms: number;
}

/** Runs a parser once. What it throws is its answer. */
export async function costOf(parser: Parser, text: string): Promise<Cost> {
  let heldMs = 0;
  let last = performance.now();
  const began = last;
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    heldMs = Math.max(heldMs, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await parser.run(text);
  } catch {
    // Refused.
  }
  isOver = true;
  const now = performance.now();
  return { heldMs: Math.max(heldMs, now - last), ms: now - began };
}

/** The least of some runs: whatever else the machine does can only add to it. */
export async function leastCost(parser: Parser, text: string, runs: number): Promise<Cost> {
  let best: Cost = { heldMs: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY };
  for (let run = 0; run < runs; run += 1) {
    const cost = await costOf(parser, text);
    best = { heldMs: Math.min(best.heldMs, cost.heldMs), ms: Math.min(best.ms, cost.ms) };
  }
  return best;
}
