import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Lab, type Verdict } from '#test/chaos/lab.ts';
import { makePlan, type Plan, type StoreKind } from '#test/chaos/plan.ts';
import { describeBreaches, describePlan, Tally } from '#test/chaos/report.ts';
import { shrink } from '#test/chaos/shrink.ts';

/**
 * The seeded tester: real processes, random operators, random faults; what the sites saw is the judge (test/chaos).
 * node bench/chaos.ts --minutes=60 --seed=1                                   embedded store
 * node bench/with-postgres.ts bench/chaos.ts --minutes=60 --engines=1..3      PostgreSQL
 * node bench/chaos.ts --seed=17 --count=1 --steps=0,4,9 --tries=5             one seed again, or some of its actions
 * node bench/chaos.ts --minutes=10 --only=Stop                                only the promises that name it
 * Exit code 0: no promise broke. --confirm=2 calls a seed failed only when one of two further runs breaks something too:
 * the gate of a commit asks for what comes back, the hour-long run for everything. --shrink=40 is the number of runs spent to shorten a failing order, 0 for none.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    engines: { type: 'string' },
    steps: { type: 'string' },
    tries: { type: 'string' },
    shrink: { type: 'string' },
    confirm: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const databaseUrl = process.env.DATABASE_URL || undefined;
const store: StoreKind = databaseUrl ? 'postgres' : 'embedded';
const [fewest = 1, most = fewest] = (values.engines ?? '1..3').split('..').map(Number);
const firstSeed = Number(values.seed ?? 1);
const count = Number(values.count ?? (values.minutes ? Number.POSITIVE_INFINITY : 1));
const until = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const maxRuns = Number(values.shrink ?? 40);
const tries = Number(values.tries ?? 1);
const confirm = Number(values.confirm ?? 0);
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();

const lab = new Lab(store, databaseUrl);
const tally = new Tally();
const times: number[] = [];
let failed = 0;
console.log(`chaos on the ${store} store, commit ${commit}, from seed ${firstSeed}`);
for (let seed = firstSeed; seed < firstSeed + count && Date.now() < until; seed += 1) await trySeed(seed);
await lab.close();
const sorted = times.toSorted((a, b) => a - b);
console.log(
  `\n${times.length} seeds, ${failed} failed; ${sorted[sorted.length >> 1]} ms each in the middle, ${sorted.at(-1)} ms at most`,
);
if (failed > 0) console.log(`broken promises:\n${tally.describe()}`);
process.exit(failed === 0 ? 0 : 1);

async function trySeed(seed: number): Promise<void> {
  const whole = makePlan(seed, store, [fewest, most]);
  const plan = values.steps === undefined ? whole : pick(whole, values.steps);
  let verdict = await run(plan);
  for (let tried = 1; tried < tries && verdict.breaches.length === 0; tried += 1) verdict = await run(plan);
  const { breaches, ms, requests, pages, accounts, restAfterMs } = verdict;
  times.push(ms);
  const size = `${plan.engines} engine(s), ${plan.steps.length} actions, ${requests} requests, ${pages} pages, ${accounts} accounts, rest after ${restAfterMs} ms`;
  console.log(`seed ${seed}: ${breaches.length === 0 ? 'ok' : 'FAILED'} in ${ms} ms (${size})`);
  if (breaches.length === 0) return;
  if (confirm > 0 && !(await breaksAgain(plan))) {
    console.log(`  seen once in ${confirm + 1} runs, worth a look:\n${describeBreaches(breaches)}`);
    return;
  }
  failed += 1;
  const fresh = tally.add(seed, breaches);
  console.log(`${describeBreaches(breaches)}\n${describePlan(plan, whole)}`);
  if (maxRuns > 0 && values.steps === undefined) for (const name of fresh) await shorten(whole, name);
}

/** Whether one of the further runs breaks something too. */
async function breaksAgain(plan: Plan): Promise<boolean> {
  for (let again = 0; again < confirm; again += 1) if ((await run(plan)).breaches.length > 0) return true;
  return false;
}

/** Runs a plan; of what it broke, what was asked for. */
async function run(plan: Plan): Promise<Verdict> {
  const verdict = await lab.run(plan);
  return { ...verdict, breaches: verdict.breaches.filter((breach) => breach.invariant.includes(values.only)) };
}

function pick(plan: Plan, numbers: string): Plan {
  const wanted = new Set(numbers.split(',').map(Number));
  return { ...plan, steps: plan.steps.filter((_, at) => wanted.has(at)) };
}

/** Prints the shortest order that still breaks a promise. */
async function shorten(plan: Plan, name: string): Promise<void> {
  const fails = async (candidate: Plan) => (await run(candidate)).breaches.some((breach) => breach.invariant === name);
  const { plan: left, runs } = await shrink(plan, fails, { maxRuns, tries: 2 });
  const steps = left.steps.map((step) => plan.steps.indexOf(step)).join();
  console.log(`  shortest order that breaks "${name}" (${runs} runs), --seed=${plan.seed} --count=1 --steps=${steps}`);
  console.log(describePlan(left, plan));
}
