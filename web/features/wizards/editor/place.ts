import type { WizardProblem, WizardTab } from '#domain/contract/wizard-plan.ts';
import type { Wizard, WizardNode } from '#domain/contract/wizards.ts';

/** Where in the wizard one is: of each tab the same tier. */
export interface Place {
  tab: WizardTab;
  /** From 1. */
  tier: number;
  /** Project that is open on Accounts. */
  node: string | null;
  /** Link set that is open, from 0. */
  set: number;
}

/** Names of the tabs. */
export const tabNames: Record<WizardTab, string> = {
  strategy: 'Strategy',
  sites: 'Sites',
  links: 'Links & Keywords',
  content: 'Content',
  accounts: 'Accounts',
  emails: 'Emails',
  indexer: 'Indexer',
  schedule: 'Schedule',
  confirm: 'Confirm',
};

/** Whether a problem belongs to what is named of a place. */
export const isAt = (problem: WizardProblem, at: Partial<Omit<WizardProblem, 'message'>>): boolean =>
  Object.entries(at).every(([part, value]) => problem[part as keyof WizardProblem] === value);

/** Where a problem is mended. */
export const placeOf = ({ tab, tier, node, set }: WizardProblem): Partial<Place> => ({
  tab,
  ...(tier === undefined ? {} : { tier }),
  ...(node === undefined ? {} : { node }),
  ...(set === undefined ? {} : { set }),
});

/** The project that is open on Accounts: one of the tier, the first of it where none was chosen. */
export function openNode({ projects }: Wizard, { tier, node }: Place): WizardNode | undefined {
  const own = projects.filter((one) => one.tier === tier);
  return own.find(({ id }) => id === node) ?? own[0];
}

/** In words: the tab and the tier. */
export const wordsOf = ({ tab, tier }: WizardProblem): string =>
  tier === undefined ? tabNames[tab] : `${tabNames[tab]}, tier ${tier}`;
