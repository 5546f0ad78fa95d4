import { parseUtcMinute } from '../../contract/schedules.ts';
import type { Wizard, WizardNode } from '../../contract/wizards.ts';
import { fitToDepth } from './fit.ts';
import { nextStart } from './new-wizard.ts';

/** The parts of a tier that are copied from another one (WIZ-09). */
export type CopiedPart = 'tierSiteSelection' | 'linksAndKeywords' | 'content';

/** A wizard with a part of a tier below the first as another tier has it (WIZ-09); tiers count from 1. */
export function copyFromTier(wizard: Wizard, part: CopiedPart, from: number, to: number): Wizard {
  if (from === to || to === 1 || !wizard[part][from - 1]) return wizard;
  const list = wizard[part].map((own, at) => (at === to - 1 ? wizard[part][from - 1] : own));
  // The further link sets and the addresses of tier 1 stay there.
  return fitToDepth({ ...wizard, [part]: list });
}

/** A wizard that begins in half an hour where its start has passed: one that is used again would begin at once. */
export function withComingStart(wizard: Wizard, now: Date): Wizard {
  const start = parseUtcMinute(wizard.startDate);
  return start === null || start >= now ? wizard : { ...wizard, startDate: nextStart(now) };
}

type Shared = Partial<Pick<WizardNode, 'profileName' | 'profileId' | 'createNewAccount'>>;

/** Changes how a project gets its accounts; the others of its group have theirs from the same place (WIZ-15). */
export function setAccounts(wizard: Wizard, nodeId: string, change: Shared): Wizard {
  const group = wizard.projects.find(({ id }) => id === nodeId)?.group;
  if (group === undefined) return wizard;
  const projects = wizard.projects.map((node) =>
    node.id === nodeId || (group !== '' && node.group === group) ? { ...node, ...change } : node,
  );
  return { ...wizard, projects };
}

/**
 * Lets the projects of a tier (from 1) use the accounts of the campaign that the wizard was made into before, or make new
 * ones (D-WIZ-07). A project whose accounts are not known makes new ones in any case.
 */
export function setSameAccounts(wizard: Wizard, tier: number, isSame: boolean): Wizard {
  return {
    ...wizard,
    useSameAccounts: wizard.useSameAccounts.map((own, at) => (at === tier - 1 ? isSame : own)),
    projects: wizard.projects.map((node) => {
      if (node.tier !== tier || node.usedProfileId === null || node.module.startsWith('Private')) return node;
      return { ...node, createNewAccount: !isSame, profileId: isSame ? node.usedProfileId : null };
    }),
  };
}
