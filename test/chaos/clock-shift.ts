/** Preloaded (--import) into an engine whose clock is to be wrong: Date is off by CHAOS_CLOCK_MS, timers are not. */
const shiftMs = Number(process.env.CHAOS_CLOCK_MS ?? 0);
const Right = Date;

class WrongDate extends Right {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Right.now() + shiftMs);
    // The parts of a date (year, month, ...) come as several numbers.
    else super(...given);
  }

  static override now(): number {
    return Right.now() + shiftMs;
  }
}

if (shiftMs !== 0) globalThis.Date = WrongDate as DateConstructor;
