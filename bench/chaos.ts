import { parseArgs } from 'node:util';
import type { Breach, Evidence } from '#test/chaos/evidence.ts';
import { judge } from '#test/chaos/judge.ts';
import { makePlan, type Plan, type StoreKind } from '#test/chaos/plan.ts';
import { Product } from '#test/chaos/product.ts';
import { runPlan } from '#test/chaos/run-plan.ts';
import { describeStep } from '#test/chaos/steps.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string' } } });
const store: StoreKind = process.env.DATABASE_URL ? 'postgres' : 'embedded';
let product: Product | undefined;
const from = Number(values.seed ?? 1);
for (let seed = from; seed < from + Number(values.count ?? 1); seed += 1) {
  const plan: Plan = makePlan(seed, store, [1, 3]);
  product ??= await Product.create(store, process.env.DATABASE_URL);
  const began = Date.now();
  const evidence: Evidence = await runPlan(product, plan);
  const breaches: Breach[] = judge(evidence);
  console.log(
    `seed ${seed}: ${plan.engines} engines, ${plan.steps.length} steps, ${evidence.ledger.length} requests, ${evidence.standing.length} pages, rest ${evidence.restAfterMs}, ${Date.now() - began} ms, ${breaches.length} breaches`,
  );
  if (breaches.length > 0) {
    for (const step of plan.steps) console.log(describeStep(step));
    for (const { invariant, facts } of breaches.slice(0, 20)) console.log(`  ${invariant}: ${facts}`);
    await product.close();
    product = undefined;
  }
}
await product?.close();
process.exit(0);
