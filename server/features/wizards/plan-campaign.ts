import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WizardProblem, WizardTab } from '#domain/contract/wizard-plan.ts';
import type { Wizard } from '#domain/contract/wizards.ts';
import { factProblems } from '#domain/rules/wizards/facts.ts';
import { planWizard, type WholePlan } from '#domain/rules/wizards/plan.ts';
import { inOrder, wizardProblems } from '#domain/rules/wizards/problems.ts';
import type { App } from '../../app.ts';
import type { Queryable } from '../../db/store.ts';
import { type ReadFacts, readFacts } from './facts.ts';

/** A campaign as it will be, and all that keeps it from being made. */
export interface Planned extends ReadFacts {
  /** Null while the numbers that it hangs on break a rule. */
  whole: WholePlan | null;
  problems: WizardProblem[];
}

/** Tabs whose numbers a plan is drawn from. */
const drawnFrom: readonly WizardTab[] = ['strategy', 'links', 'accounts', 'schedule'];

/** Work of the plan that is done before others get their turn, in ms. */
const turnMs = 10;

/** Plans a campaign from a wizard; `asksName`: the wizard is to be kept too. */
export async function planCampaign(
  db: Queryable,
  wizard: Wizard,
  asksName: boolean,
  app: Pick<App, 'config'>,
): Promise<Planned> {
  const read = await readFacts(db, wizard, app);
  const broken = wizardProblems(wizard, { asksName });
  const problems = inOrder([...broken, ...factProblems(wizard, read.facts)]);
  if (broken.some(({ tab }) => drawnFrom.includes(tab))) return { ...read, whole: null, problems };
  const steps = planWizard(wizard, read.facts, new Date());
  let from = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...read, whole: step.value, problems };
    if (performance.now() - from < turnMs) continue;
    await nextTurn();
    from = performance.now();
  }
}
