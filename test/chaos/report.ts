import type { Breach } from './evidence.ts';
import type { Plan } from './plan.ts';
import { describeStep } from './steps.ts';

const maxFacts = 3;

/** Breaches for people, each promise with its first facts. */
export function describeBreaches(breaches: Breach[]): string {
  return [...Map.groupBy(breaches, (breach) => breach.invariant)]
    .flatMap(([name, all]) => [
      `  BROKEN: ${name}${all.length > maxFacts ? ` (${all.length} times)` : ''}`,
      ...all.slice(0, maxFacts).map((breach) => `    ${breach.facts}`),
    ])
    .join('\n');
}

/** What a plan does, one action a line, numbered as in the plan of its seed so that --steps can name them. */
export function describePlan(plan: Plan, of: Plan = plan): string {
  const sites = plan.sites.map(
    ({ kind, atOnce, gapSeconds }, at) => `${at}: ${kind}, ${atOnce} at once, gap ${gapSeconds} s`,
  );
  const skew = plan.skew ? `, clock of engine ${plan.skew.engine} off by ${plan.skew.ms / 1_000} s` : '';
  const { maxNumberOfRetries, maxConcurrentProjects, maxPostingThreads } = plan.options;
  return [
    `  ${plan.store} store, ${plan.engines} engine(s)${skew}; retries ${maxNumberOfRetries}, projects ${maxConcurrentProjects}, threads ${maxPostingThreads}`,
    `  sites ${sites.join('; ')}`,
    `  projects ${plan.projects.map((kind, at) => `${at}: ${kind}`).join('; ')}`,
    ...plan.steps.map((step) => `  [${of.steps.indexOf(step)}] ${describeStep(step)}`),
  ].join('\n');
}

/** Which promises broke how often, with the seeds that showed it. */
export class Tally {
  readonly #seeds = new Map<string, number[]>();

  /** Answers the promises that broke for the first time. */
  add(seed: number, breaches: Breach[]): string[] {
    const names = [...new Set(breaches.map((breach) => breach.invariant))];
    const fresh = names.filter((name) => !this.#seeds.has(name));
    for (const name of names) this.#seeds.set(name, [...(this.#seeds.get(name) ?? []), seed]);
    return fresh;
  }

  describe(): string {
    return [...this.#seeds]
      .map(([name, seeds]) => `  ${name}: ${seeds.length} seeds (${seeds.slice(0, 12).join(' ')})`)
      .join('\n');
  }
}
