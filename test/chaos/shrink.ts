import type { Plan } from './plan.ts';
import type { Step } from './steps.ts';

/** What was left of a plan, and how often it was run for it. */
export interface Shrunk {
  plan: Plan;
  runs: number;
}

interface Limits {
  /** At most this many runs. */
  maxRuns: number;
  /** A candidate that depends on chance is run this often before it counts as harmless. */
  tries: number;
}

/**
 * The shortest order of actions that still fails (delta debugging, Zeller's ddmin): leaves out ever smaller parts as
 * long as the rest fails, then a wrong clock and spare engines.
 */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>, limits: Limits): Promise<Shrunk> {
  let runs = 0;
  const stillFails = async (candidate: Plan) => {
    for (let tried = 0; tried < limits.tries && runs < limits.maxRuns; tried += 1) {
      runs += 1;
      if (await fails(candidate)) return true;
    }
    return false;
  };
  let left = plan;
  for (const simpler of [{ skew: null }, { engines: 1, skew: null }, { engines: 2 }])
    if (differs(left, simpler) && (await stillFails({ ...left, ...simpler }))) left = { ...left, ...simpler };
  left = { ...left, steps: await shorten(left.steps, (steps) => stillFails({ ...left, steps })) };
  return { plan: left, runs };
}

function differs(plan: Plan, simpler: Partial<Plan>): boolean {
  const isFewer = simpler.engines === undefined || simpler.engines < plan.engines;
  return isFewer && (simpler.engines !== undefined || plan.skew !== null);
}

async function shorten(all: Step[], fails: (steps: Step[]) => Promise<boolean>): Promise<Step[]> {
  let steps = all;
  let parts = 2;
  while (steps.length > 1) {
    const size = Math.ceil(steps.length / parts);
    const rest = await firstFailing(steps, size, fails);
    if (rest) {
      steps = rest;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(steps.length, parts * 2);
  }
  return steps;
}

/** The first rest that fails when one part of a size is left out. */
async function firstFailing(
  steps: Step[],
  size: number,
  fails: (steps: Step[]) => Promise<boolean>,
): Promise<Step[] | undefined> {
  for (let at = 0; at < steps.length; at += size) {
    const rest = steps.filter((_, index) => index < at || index >= at + size);
    if (await fails(rest)) return rest;
  }
  return undefined;
}
