import type { Breach } from './evidence.ts';
import { judge } from './judge.ts';
import type { Plan, StoreKind } from './plan.ts';
import { Product } from './product.ts';
import { runPlan } from './run-plan.ts';

/** How a run of a plan went. */
export interface Verdict {
  breaches: Breach[];
  ms: number;
  requests: number;
  pages: number;
  accounts: number;
  restAfterMs: number;
}

/** Keeps a product ready and runs plans on it; one that broke a promise is thrown away, so that a seed stands for itself. */
export class Lab {
  #product: Product | undefined;
  readonly #store: StoreKind;
  readonly #databaseUrl: string | undefined;

  constructor(store: StoreKind, databaseUrl: string | undefined) {
    this.#store = store;
    this.#databaseUrl = databaseUrl;
  }

  async run(plan: Plan): Promise<Verdict> {
    const began = Date.now();
    try {
      this.#product ??= await Product.create(this.#store, this.#databaseUrl);
      const evidence = await runPlan(this.#product, plan);
      const breaches = judge(evidence);
      const { ledger, standing, users, restAfterMs } = evidence;
      if (breaches.length > 0) await this.close();
      return {
        breaches,
        ms: Date.now() - began,
        requests: ledger.length,
        pages: standing.length,
        accounts: users.length,
        restAfterMs,
      };
    } catch (error) {
      await this.close();
      const facts = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const breaches = [{ invariant: 'the run can be made at all', facts }];
      return { breaches, ms: Date.now() - began, requests: 0, pages: 0, accounts: 0, restAfterMs: 0 };
    }
  }

  async close(): Promise<void> {
    const product = this.#product;
    this.#product = undefined;
    await product?.close();
  }
}
