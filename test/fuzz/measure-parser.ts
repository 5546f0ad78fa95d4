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
async function costOf(parser: Parser, text: string): Promise<Cost> {
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

/** From this length on growth is measured, and up to which. */
const shortest = 16_000;
const longest = 256 * 1_024;
/** What costs less says more of the clock than of the parser, in ms. */
const leastMs = 8;

/** Up to this cost a jump may be a step, in ms: the next length tells. */
const stepMs = 40;

/**
 * How many times more four times the text costs: about 4 for what is read once, 16 for what is looked at anew from every
 * letter, 0 for what costs next to nothing. Time of the processor counts, so that it does not matter what else the machine
 * does; what looks bad is measured again.
 */
export async function growthOf(parser: Parser, textOf: (length: number) => string): Promise<number> {
  let growth = Number.POSITIVE_INFINITY;
  for (let tried = 1; tried <= 5 && growth > badGrowth; tried += 1)
    for (let length = shortest; length <= Math.min(parser.most, longest); length *= 4) {
      const small = await processorMs(parser, textOf(length / 4), tried);
      const large = await processorMs(parser, textOf(length), tried);
      growth = large < leastMs ? 0 : large / small;
      // What grows with the square goes on doing so, a step (another way for longer texts) does not; neither is waited for.
      if (large > 300 || (growth > badGrowth && large > stepMs)) break;
    }
  return Number.isFinite(growth) ? growth : 0;
}

/** What is measured again is run until so much has been used, in ms, and so often at most. */
const leastSumMs = 25;
const mostRuns = 64;

/**
 * Processor time of this thread for one run. Its clock may tick by milliseconds: one run is only a first look, after it the
 * mean of many counts, more with each try.
 */
async function processorMs(parser: Parser, text: string, tried: number): Promise<number> {
  const enough = (tried - 1) * leastSumMs;
  let sum = 0;
  let runs = 0;
  do {
    const before = process.threadCpuUsage();
    try {
      await parser.run(text);
    } catch {
      // Refused.
    }
    const { user, system } = process.threadCpuUsage(before);
    sum += (user + system) / 1_000;
    runs += 1;
  } while (sum < enough && runs < mostRuns);
  return sum / runs;
}

/** More is not in proportion. */
export const badGrowth = 10;
