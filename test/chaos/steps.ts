import type { Dials } from '#rehearsal/fault-dials.ts';

/** What an operator does; objects are named by their place in the plan, ids are found when it is run. */
export type OperatorAction =
  | { do: 'start' | 'stop' | 'unschedule' | 'deleteProject' | 'duplicate' | 'read'; project: number }
  | { do: 'edit'; project: number; links: boolean; uncheck: number | null }
  | { do: 'schedule'; project: number; after: number | null; spread: boolean }
  | { do: 'resolve'; project: number; decision: 'there' | 'resend' }
  | { do: 'pause' | 'resume' | 'deleteContent' | 'deleteProfile' | 'deleteOutput' | 'deleteInput' | 'deleteCampaign' }
  | { do: 'deleteArticle' | 'checkLinks' | 'stopCheck' | 'importAccounts' | 'importLinks' | 'verifySites' }
  | { do: 'deleteSite' | 'deleteAccount'; site: number }
  | { do: 'permission'; site: number; value: 'owned' | 'granted' | 'none' }
  | { do: 'host'; site: number; stopped: boolean }
  | { do: 'pace'; site: number; atOnce: number; gapSeconds: number }
  | { do: 'options'; maxNumberOfRetries: number; maxPostingThreads: number; maxConcurrentProjects: number };

/** What goes wrong around the product. */
export type FaultAction =
  | { do: 'kill' | 'term'; engine: number; downMs: number }
  | { do: 'storeAway'; forMs: number }
  /** Product and store end at once, as when the machine loses power; embedded store only. */
  | { do: 'powerCut'; downMs: number }
  | { do: 'dial'; site: number; dials: Partial<Dials>; forMs: number };

export type Action = OperatorAction | FaultAction;
export type ActionName = Action['do'];

/** An action at its time after the start of the plan, in ms; `via` says by which engine's web server. */
export type Step = { at: number; via: number } & Action;

/** A step as one line for people. */
export function describeStep(step: Step): string {
  const { at, via, do: name, ...rest } = step;
  const details = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${String(at).padStart(5)} ms  ${name} ${details.join(' ')} (engine ${via})`;
}
