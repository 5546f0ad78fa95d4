import { emailTexts } from '../../contract/email-settings.ts';
import { projectTexts } from '../../contract/projects/rules.ts';
import { parseUtcMinute } from '../../contract/schedules.ts';
import type { WizardProblem } from '../../contract/wizard-plan.ts';
import { siteChoices, type Wizard, type WizardNode } from '../../contract/wizards.ts';
import { isPrivate } from './problems.ts';

/** What a wizard names, as the store has it now. */
export interface WizardFacts {
  /** By id of the project: its sites, and how many of them it has no account for and makes none. */
  sites: ReadonlyMap<string, { count: number; without: number }>;
  /** By group: accounts that will be made. */
  accounts: ReadonlyMap<string, number>;
  selections: ReadonlySet<number>;
  profiles: ReadonlyMap<number, { name: string; count: number }>;
  networks: ReadonlyMap<number, { name: string }>;
  /** Addresses that account creation may still draw from the wizard's source; Infinity where it is typed, or made at will. */
  mailboxes: number;
  /** `left`: posts that its articles are still allowed for, Infinity without a limit. */
  contentGroups: ReadonlyMap<number, { name: string; count: number; left: number }>;
  /** Indexing services of this version. */
  indexers: ReadonlySet<string>;
}

const textsOfFacts = {
  noSite: (node: string, tier: number) => `No site for ${node} in tier ${tier}: choose others`,
  selectionGone: 'The chosen site selection was deleted',
  profileGone: 'The chosen account profile was deleted',
  networkGone: 'The chosen private network was deleted',
  networkEmpty: (network: string, node: string) => `The private network “${network}” has no sites for ${node}`,
  noAccount: (node: string) => `No site of ${node} lets accounts be made: use existing accounts`,
  noAccountThere: (node: string, profile: string) =>
    `The account profile “${profile}” has no account for any site of ${node}`,
  contentGone: 'The chosen content group was deleted',
  contentEmpty: (group: string) => `The content group “${group}” has no articles`,
  contentSmall: (group: string, left: number, needed: number) =>
    `The content group “${group}” has articles for ${left} posts, and ${needed} are planned`,
  someWithout: (node: string, without: number, count: number) =>
    `${without} of ${count} sites of ${node} let no accounts be made: their posts fail until the profile has some`,
  someWithoutAccount: (node: string, without: number, count: number) =>
    `${without} of ${count} sites of ${node} have no account in the profile: their posts fail until it has some`,
  startPassed: 'The start has passed: the campaign begins as soon as it is created',
};

/** What keeps a campaign from being made though the wizard is filled in, in the order of the tabs; all of it at once. */
export function factProblems(wizard: Wizard, facts: WizardFacts): WizardProblem[] {
  return [
    ...wizard.projects.flatMap((node) => siteProblem(wizard, node, facts)),
    ...contentProblems(wizard, facts),
    ...wizard.projects.flatMap((node) => accountProblem(node, facts)),
    ...mailProblem(wizard, facts),
    ...indexerProblems(wizard, facts),
  ];
}

function siteProblem({ tierSiteSelection }: Wizard, node: WizardNode, facts: WizardFacts): WizardProblem[] {
  if (isPrivate(node)) return [];
  const at = { tab: 'sites' as const, tier: node.tier, node: node.id };
  const choice = tierSiteSelection[node.tier - 1];
  if (choice?.type === siteChoices.selection) {
    if (choice.siteSelectionId === null) return [];
    if (!facts.selections.has(choice.siteSelectionId))
      return [{ ...at, field: 'siteSelectionId', message: textsOfFacts.selectionGone }];
  }
  // None marked at all is told by the rule of the field.
  if (choice?.type === siteChoices.manual && choice.selectedSites.length === 0) return [];
  const isNone = (facts.sites.get(node.id)?.count ?? 0) === 0;
  return isNone ? [{ ...at, message: textsOfFacts.noSite(node.name, node.tier) }] : [];
}

/** How many posts the projects of a wizard make; null: as many as go. */
export function postsOf(node: WizardNode, facts: WizardFacts): number | null {
  if (!isPrivate(node)) return facts.sites.get(node.id)?.count ?? 0;
  return node.numberOfPosts === 0 ? null : (node.numberOfPosts ?? 0);
}

function contentProblems({ content, projects }: Wizard, facts: WizardFacts): WizardProblem[] {
  const needed = new Map<number, { tier: number; posts: number }>();
  const found: WizardProblem[] = [];
  for (const [index, { contentGroupId }] of content.entries()) {
    if (contentGroupId === null) continue;
    const tier = index + 1;
    if (!facts.contentGroups.has(contentGroupId))
      found.push({ tab: 'content', tier, field: 'contentGroupId', message: textsOfFacts.contentGone });
    const posts = projects.reduce((sum, node) => sum + (node.tier === tier ? (postsOf(node, facts) ?? 1) : 0), 0);
    const held = needed.get(contentGroupId);
    needed.set(contentGroupId, { tier: held?.tier ?? tier, posts: posts + (held?.posts ?? 0) });
  }
  for (const [id, { tier, posts }] of needed) {
    const group = facts.contentGroups.get(id);
    if (!group || (group.count > 0 && posts <= group.left)) continue;
    const message =
      group.count === 0
        ? textsOfFacts.contentEmpty(group.name)
        : textsOfFacts.contentSmall(group.name, group.left, posts);
    found.push({ tab: 'content', tier, field: 'contentGroupId', message });
  }
  return found.toSorted((one, other) => (one.tier ?? 0) - (other.tier ?? 0));
}

function accountProblem(node: WizardNode, facts: WizardFacts): WizardProblem[] {
  const project = { tab: 'accounts' as const, tier: node.tier, node: node.id };
  const at = { ...project, field: 'profileId' };
  const { profileId, name } = node;
  const sites = facts.sites.get(node.id);
  if (isPrivate(node)) {
    if (profileId === null) return [];
    const network = facts.networks.get(profileId);
    if (!network) return [{ ...at, message: textsOfFacts.networkGone }];
    return sites?.count ? [] : [{ ...at, message: textsOfFacts.networkEmpty(network.name, name) }];
  }
  if (node.createNewAccount) {
    const isNone = sites !== undefined && sites.count > 0 && sites.without === sites.count;
    // No profile is asked for: it stands with the project.
    return isNone ? [{ ...project, message: textsOfFacts.noAccount(name) }] : [];
  }
  if (profileId === null) return [];
  const profile = facts.profiles.get(profileId);
  if (!profile) return [{ ...at, message: textsOfFacts.profileGone }];
  if (!sites?.without || sites.without < sites.count) return [];
  const message = profile.count === 0 ? projectTexts.noAccounts : textsOfFacts.noAccountThere(name, profile.name);
  return [{ ...at, message }];
}

/** Each group whose accounts are made draws one address, unless one was taken for all of them. */
function mailProblem({ emailSource, emailAccount }: Wizard, { accounts, mailboxes }: WizardFacts): WizardProblem[] {
  if (emailAccount.emailAddress !== '') return [];
  const needed = [...accounts.values()].filter((count) => count > 0).length;
  if (needed <= mailboxes) return [];
  const message = emailSource === 'PRODUCT' ? emailTexts.noProductMail : emailTexts.listEmpty;
  return [{ tab: 'emails', field: 'emailSource', message }];
}

/** Services that are not there count as none; a tier that names none is told by the rule of the field. */
const indexerProblems = ({ useIndexers, indexers }: Wizard, facts: WizardFacts): WizardProblem[] =>
  indexers.flatMap((named, at) =>
    useIndexers[at] && named.length > 0 && !named.some((id) => facts.indexers.has(id))
      ? [{ tab: 'indexer' as const, tier: at + 1, field: 'indexers', message: projectTexts.indexers }]
      : [],
  );

/** What will not come out as one may expect. */
export function factWarnings({ projects, startDate }: Wizard, facts: WizardFacts, now: Date): WizardProblem[] {
  const start = parseUtcMinute(startDate);
  const hasPassed = start !== null && start < now;
  return [
    ...projects.flatMap((node) => {
      const { count, without } = facts.sites.get(node.id) ?? { count: 0, without: 0 };
      if (isPrivate(node) || without === 0 || without === count) return [];
      const text = node.createNewAccount ? textsOfFacts.someWithout : textsOfFacts.someWithoutAccount;
      const message = text(node.name, without, count);
      return [{ tab: 'accounts' as const, tier: node.tier, node: node.id, message }];
    }),
    ...(hasPassed ? [{ tab: 'schedule' as const, field: 'startDate', message: textsOfFacts.startPassed }] : []),
  ];
}
