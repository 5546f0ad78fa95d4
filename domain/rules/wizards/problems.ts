import { emailProblems } from '../../contract/email-settings.ts';
import { linkTexts } from '../../contract/links.ts';
import { personalProblems } from '../../contract/projects/account.ts';
import { linkCountTexts, mediaProblems, whole } from '../../contract/projects/posting.ts';
import { projectTexts } from '../../contract/projects/rules.ts';
import { parseUtcMinute, scheduleTexts } from '../../contract/schedules.ts';
import { type WizardProblem, type WizardTab, wizardTabs } from '../../contract/wizard-plan.ts';
import { siteChoices, type Wizard, type WizardLinkSet, type WizardNode, wizardBounds } from '../../contract/wizards.ts';
import { normalizeUrl, numberedLines } from '../line-formats.ts';
import { percentagesProblem } from '../percentages.ts';
import { parentsOf } from './fit.ts';

/** Exact messages of the wizard (3-wizards section 5, D-WIZ-04). */
export const wizardRuleTexts = {
  fix: 'Fix the problems below before saving the wizard',
  noProjects: 'The diagram has no projects: choose another one',
  noParent: (name: string) =>
    `${name} hangs on a box of which no module is checked: check one, or choose another diagram`,
  selection: 'Please select a profile',
  oneSite: projectTexts.oneSite,
  position: 'Please select link position',
  tags: 'Tags are required',
  urls: 'URLs are required',
  bookmarks: 'Bookmarks are made of a link: at least 1 is needed',
  content: 'You need to select a content group to get articles from',
  network: 'Please select a private network',
  mostPosts: 'At most 100,000 posts can be made',
  startDate: 'Start date is required',
  startTime: 'Start time is required',
  campaignName: 'Campaign name is required',
  wizardName: 'Wizard name is required',
} as const;
const tooLongText = (most: number) => `At most ${most.toLocaleString('en')} characters are taken`;
const tooLongTexts: readonly string[] = [wizardBounds.text, wizardBounds.urls].map(tooLongText);

/** Whether a problem is a text that is longer than a wizard keeps: it cannot be saved with it either. */
export const isTooLong = ({ message }: WizardProblem): boolean => tooLongTexts.includes(message);

/** Most posts of one private project of a campaign; more are made by hand, or without a number. */
const mostPosts = 100_000;
/** Longest time of a Spread, in days. */
const mostDays = 36_500;

export const isPrivate = ({ module }: Pick<WizardNode, 'module'>): boolean => module.startsWith('Private');
/** Modules whose posts are one link each. */
export const isBookmark = ({ module }: Pick<WizardNode, 'module'>): boolean => /Bookmark(?:ing)?$/.test(module);

/** True where some project gets new accounts: only then mail is asked for. */
const makesAccounts = ({ projects }: Wizard): boolean =>
  projects.some((node) => !isPrivate(node) && node.createNewAccount);

type At = Omit<WizardProblem, 'message' | 'tab'>;
type Add = (message: string, at?: At) => void;

interface Asked {
  /** True where the wizard itself is kept under a name (D-WIZ-03). */
  asksName: boolean;
}

/**
 * All that is wrong with a wizard by itself, in the order of its tabs, tiers and fields: the first one says where to go. What
 * only the store knows (sites, networks, articles) comes beside it from there.
 */
export function wizardProblems(wizard: Wizard, { asksName }: Asked): WizardProblem[] {
  const found: WizardProblem[] = [];
  const on =
    (tab: WizardTab): Add =>
    (message, at = {}) =>
      found.push({ tab, message, ...at });
  strategyRules(wizard, on('strategy'));
  for (const tier of tiersOf(wizard)) siteRules(wizard, tier, on('sites'));
  for (const tier of tiersOf(wizard)) linkRules(wizard, tier, on('links'));
  for (const tier of tiersOf(wizard)) contentRules(wizard, tier, on('content'));
  for (const node of wizard.projects) accountRules(node, on('accounts'));
  if (makesAccounts(wizard))
    for (const { field, message } of personalProblems(wizard)) on('accounts')(message, { field });
  if (wizard.emailSource === 'MANUAL' && makesAccounts(wizard))
    for (const { field, message } of emailProblems(wizard.emailAccount)) on('emails')(message, { field });
  for (const tier of tiersOf(wizard))
    if (wizard.useIndexers[tier - 1] && wizard.indexers[tier - 1]?.length === 0)
      on('indexer')(projectTexts.indexers, { tier, field: 'indexers' });
  scheduleRules(wizard, on('schedule'));
  if (!wizard.campaignName.trim()) on('confirm')(wizardRuleTexts.campaignName, { field: 'campaignName' });
  if (asksName && !wizard.name.trim()) on('confirm')(wizardRuleTexts.wizardName, { field: 'name' });
  return inOrder([...found, ...lengthProblems(wizard)]);
}

/** Problems in the order of the tabs, and of the tiers in each. */
export const inOrder = (problems: readonly WizardProblem[]): WizardProblem[] =>
  problems.toSorted(
    (one, other) => wizardTabs.indexOf(one.tab) - wizardTabs.indexOf(other.tab) || (one.tier ?? 0) - (other.tier ?? 0),
  );

/** Tiers of a wizard, from 1. */
export const tiersOf = ({ depth }: Pick<Wizard, 'depth'>): number[] => Array.from({ length: depth }, (_, at) => at + 1);

function strategyRules({ projects }: Wizard, add: Add): void {
  if (projects.length === 0) add(wizardRuleTexts.noProjects);
  for (const node of projects) {
    const parents = parentsOf(projects, node);
    const isRight = node.parentId === null ? node.tier === 1 : parents.some(({ tier }) => tier === node.tier - 1);
    if (!isRight) add(wizardRuleTexts.noParent(node.name), { tier: node.tier, node: node.id });
  }
}

function siteRules({ tierSiteSelection, projects }: Wizard, tier: number, add: Add): void {
  const choice = tierSiteSelection[tier - 1];
  // Private projects post to their network.
  if (!choice || !projects.some((node) => node.tier === tier && !isPrivate(node))) return;
  if (choice.type === siteChoices.selection && choice.siteSelectionId === null)
    add(wizardRuleTexts.selection, { tier, field: 'siteSelectionId' });
  if (choice.type === siteChoices.manual && choice.selectedSites.length === 0)
    add(wizardRuleTexts.oneSite, { tier, field: 'selectedSites' });
}

function linkRules({ linksAndKeywords, projects }: Wizard, tier: number, add: Add): void {
  const links = linksAndKeywords[tier - 1];
  if (!links) return;
  const { minLinks, maxLinks } = links;
  for (const [field, count] of Object.entries({ minLinks, maxLinks }))
    if (!whole(count, 0, 20)) add(count === null ? projectTexts.required : linkCountTexts.bounds, { tier, field });
  if (whole(minLinks, 0, 20) && whole(maxLinks, 0, 20) && Number(maxLinks) < Number(minLinks))
    add(linkCountTexts.maxBelowMin, { tier, field: 'maxLinks' });
  else if (maxLinks === 0 && projects.some((node) => node.tier === tier && isBookmark(node)))
    add(wizardRuleTexts.bookmarks, { tier, field: 'maxLinks' });
  if (links.linkPosition === null) add(wizardRuleTexts.position, { tier, field: 'linkPosition' });
  if (!links.tags.trim()) add(wizardRuleTexts.tags, { tier, field: 'tags' });
  for (const [set, one] of links.linkSets.entries()) linkSetRules(one, { tier, set }, add);
}

/** Texts that are longer than a wizard keeps. */
function lengthProblems(wizard: Wizard): WizardProblem[] {
  const { linksAndKeywords, content, blogTitle, username, password, firstName, lastName } = wizard;
  const tooLong = (of: Record<string, unknown>, at: Omit<WizardProblem, 'message' | 'field'>) =>
    Object.entries(of).flatMap(([field, value]): WizardProblem[] => {
      const most = field === 'urls' ? wizardBounds.urls : wizardBounds.text;
      const isLong = typeof value === 'string' && value.length > most;
      return isLong ? [{ ...at, field, message: tooLongText(most) }] : [];
    });
  return [
    ...linksAndKeywords.flatMap(({ linkSets, ...links }, at) => [
      ...tooLong(links, { tab: 'links', tier: at + 1 }),
      ...linkSets.flatMap((one, set) => tooLong({ ...one }, { tab: 'links', tier: at + 1, set })),
    ]),
    ...content.flatMap((own, at) => tooLong({ ...own }, { tab: 'content', tier: at + 1 })),
    ...tooLong({ blogTitle, username, password, firstName, lastName }, { tab: 'accounts' }),
  ];
}

function linkSetRules(set: WizardLinkSet, at: { tier: number; set: number }, add: Add): void {
  if (at.tier === 1) {
    const wrong = wrongLine(set.urls);
    if (!set.urls.trim()) add(wizardRuleTexts.urls, { ...at, field: 'urls' });
    else if (wrong !== undefined) add(linkTexts.notALink(wrong), { ...at, field: 'urls' });
  }
  for (const { field, message } of percentagesProblem(set)) add(message, { ...at, field });
}

/** The addresses of a link set, each once. */
export function urlsOf({ urls }: Pick<WizardLinkSet, 'urls'>): string[] {
  return [...new Set([...numberedLines(urls)].flatMap(({ line }) => normalizeUrl(line.trim()) ?? []))];
}

function wrongLine(urls: string): number | undefined {
  for (const { line, number } of numberedLines(urls)) if (!normalizeUrl(line.trim())) return number;
  return undefined;
}

function contentRules({ content }: Wizard, tier: number, add: Add): void {
  const own = content[tier - 1];
  if (!own) return;
  if (own.contentGroupId === null) add(wizardRuleTexts.content, { tier, field: 'contentGroupId' });
  const media = [
    ...(own.insertImages ? mediaProblems(own, 'image') : []),
    ...(own.insertVideos ? mediaProblems(own, 'video') : []),
  ];
  for (const { field, message } of media) add(message, { tier, field });
}

function accountRules(node: WizardNode, add: Add): void {
  const at = { tier: node.tier, node: node.id };
  if (!isPrivate(node)) {
    if (!node.createNewAccount && node.profileId === null) add(projectTexts.profile, { ...at, field: 'profileId' });
    return;
  }
  if (node.profileId === null) add(wizardRuleTexts.network, { ...at, field: 'profileId' });
  const posts = { ...at, field: 'numberOfPosts' };
  if (node.numberOfPosts === null) add(scheduleTexts.posts, posts);
  else if (!whole(node.numberOfPosts, 0, Number.MAX_SAFE_INTEGER)) add(scheduleTexts.postsMin, posts);
  else if (node.numberOfPosts > mostPosts) add(wizardRuleTexts.mostPosts, posts);
}

function scheduleRules({ startDate, nDay }: Wizard, add: Add): void {
  // A half counts as one when a whole date can come of it.
  const [day, time] = [`${startDate.trim()} 00:00`, `01/01/2031 ${startDate.trim()}`].map(parseUtcMinute);
  const isEmpty = !startDate.trim();
  if (isEmpty || time) add(wizardRuleTexts.startDate, { field: 'startDate' });
  if (isEmpty || day) add(wizardRuleTexts.startTime, { field: 'startTime' });
  if (!isEmpty && !day && !time && !parseUtcMinute(startDate)) add(scheduleTexts.noSuchDate, { field: 'startDate' });
  if (nDay === null) add(scheduleTexts.nDay, { field: 'nDay' });
  else if (!whole(nDay, 1, mostDays)) add(scheduleTexts.nDayMin, { field: 'nDay' });
}
