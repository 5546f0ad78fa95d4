import { projectKind } from '#domain/contract/projects/kinds.ts';
import type { WizardProblem } from '#domain/contract/wizard-plan.ts';
import type { Wizard } from '#domain/contract/wizards.ts';
import { parentsOf } from '#domain/rules/wizards/fit.ts';
import type { MixedNode, WholePlan } from '#domain/rules/wizards/plan.ts';
import { keywordsOf, sourceOf } from '#domain/rules/wizards/planned-node.ts';
import { isPrivate, urlsOf } from '#domain/rules/wizards/problems.ts';
import type { App } from '../../app.ts';
import { madeBy } from '../../db/made-once.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { createCampaign } from '../campaigns/campaigns.ts';
import { addLinks } from '../links/items.ts';
import { columnsOf } from '../projects/project-forms.ts';
import { accountForm, cutName, groupLabel, postingForm, scheduleAfter } from './forms.ts';
import {
  insertLinkSets,
  insertNetworkSites,
  insertProfiles,
  insertProjects,
  insertSites,
  type NewProject,
} from './new-rows.ts';
import { packWizard } from './packed/packed.ts';
import { type Planned, planCampaign } from './plan-campaign.ts';
import { saveWizard } from './wizards.ts';

interface Create {
  wizard: Wizard;
  /** True: the wizard is saved too (D-WIZ-02). */
  saveWizard: boolean;
  uuid: string;
  edition?: number | undefined;
}

/** Makes a campaign from a wizard, all of it in this transaction or nothing (D-WIZ-13); refused with all that is missing. */
export async function createFromWizard(tx: Tx, note: Note, create: Create, app: App) {
  const before = await madeBy(tx, 'campaigns', create.uuid);
  if (before !== null) return { campaignId: before, wizardId: await savedBy(tx, create) };
  const planned = await planCampaign(tx, create.wizard, create.saveWizard, app);
  refuseProblems(planned.problems);
  if (!planned.whole) throw new Error('A wizard without problems has a plan');
  const making = new Making(tx, create, { ...planned, whole: planned.whole }, app);
  const campaignId = await making.make(note);
  const saved = create.saveWizard ? await saveWizard(tx, note, create, app.secrets) : null;
  return { campaignId, wizardId: saved?.id ?? null };
}

/** The wizard that was saved with a campaign whose answer was lost. */
const savedBy = async (tx: Tx, { wizard, saveWizard: isSaved, uuid }: Create): Promise<number | null> =>
  isSaved ? (wizard.id ?? (await madeBy(tx, 'wizards', uuid))) : null;

function refuseProblems(problems: WizardProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const told = problems.map(({ tier, message }) => (tier === undefined ? message : `Tier ${tier}: ${message}`));
  throw new Refusal('INVALID', first.message, {
    messages: [...new Set(told)],
    tab: first.tab,
    ...(first.field === undefined ? {} : { field: first.field }),
    problems,
  });
}

/** A campaign while it is made: what was made of it so far is named by what is made next. */
class Making {
  readonly #tx: Tx;
  readonly #wizard: Wizard;
  readonly #uuid: string;
  readonly #planned: Planned & { whole: WholePlan };
  readonly #app: App;
  /** Link set of each source. */
  readonly #sets: { id: number; name: string }[] = [];
  /** By group: its profile, and the project that makes its accounts. */
  readonly #profiles = new Map<string, number>();
  readonly #signUps = new Map<string, number>();
  /** Projects by node. */
  readonly #projects = new Map<string, number>();

  constructor(tx: Tx, { wizard, uuid }: Create, planned: Planned & { whole: WholePlan }, app: App) {
    this.#tx = tx;
    this.#wizard = wizard;
    this.#uuid = uuid;
    this.#planned = planned;
    this.#app = app;
  }

  async make(note: Note): Promise<number> {
    const { campaignName, startDate, nDay } = this.#wizard;
    const schedule = { nDay: nDay ?? 1, startDate };
    // Who waits for its text is the campaign itself: its wizard names what is made for it.
    const from = { madeBy: this.#uuid || null, wizard: { schedule, wizardString: '' } };
    const { id } = await createCampaign(this.#tx, note, campaignName.trim(), from);
    await this.#makeLinkSets(note, id);
    await this.#makeProfiles(id);
    await this.#makeSignUps(id);
    const { nodes } = this.#planned.whole;
    for (const [, ofTier] of Map.groupBy(nodes, ({ node }) => node.tier)) await this.#makeProjects(id, ofTier);
    const wizard_string = this.#app.secrets.seal(await packWizard(this.#used()));
    await this.#tx.updateTable('campaigns').set({ wizard_string }).where('id', '=', id).execute();
    return id;
  }

  /** Sets of tier 1 with their links, then one for the pages of each project, with the mix by which the tier below links to them. */
  async #makeLinkSets(note: Note, campaignId: number): Promise<void> {
    const { linksAndKeywords, projects } = this.#wizard;
    const first = linksAndKeywords[0]?.linkSets ?? [];
    const top = first.map((set, at) => ({
      name: first.length > 1 ? `Money site links ${at + 1}` : 'Money site links',
      keywords: keywordsOf(set),
      onlyLive: false,
    }));
    const outputs = projects.map((node) => {
      const below = linksAndKeywords[node.tier]?.linkSets[0];
      return { name: cutName(`${node.name} pages`), keywords: below ? keywordsOf(below) : null, onlyLive: true };
    });
    const rows = [...top, ...outputs];
    const ids = await insertLinkSets(this.#tx, campaignId, rows);
    for (const [at, { name }] of rows.entries()) this.#sets.push({ id: ids[at] ?? 0, name });
    for (const [at, set] of first.entries()) {
      const links = urlsOf(set).map((url) => ({ url, anchor: '', linksOnPage: '' }));
      await addLinks(this.#tx, note, { listId: ids[at] ?? 0, links }, this.#app.secrets);
    }
  }

  async #makeProfiles(campaignId: number): Promise<void> {
    const { campaignName, projects } = this.#wizard;
    const groups = [...this.#planned.signUps.keys()];
    const rows = groups.map((group) => {
      const node = projects.find((one) => one.group === group && one.createNewAccount);
      const label = node ? groupLabel(node) : group;
      const name = node?.profileName || `${campaignName.trim()} ${label} accounts`;
      return { name: cutName(name), group: cutName(label) };
    });
    const ids = await insertProfiles(this.#tx, campaignId, rows);
    for (const [at, group] of groups.entries()) this.#profiles.set(group, ids[at] ?? 0);
  }

  /** One project for each group: its accounts are made once, at the start (D-WIZ-12). */
  async #makeSignUps(campaignId: number): Promise<void> {
    const groups = [...this.#planned.signUps].filter(([, sites]) => sites.length > 0);
    const schedule = scheduleAfter([], this.#wizard, { durationType: 'Once', nDay: null, numberOfPosts: null });
    const rows = groups.map(([group]): NewProject => {
      const form = accountForm(this.#wizard, this.#profiles.get(group) ?? 0);
      const node = this.#wizard.projects.find((one) => one.group === group && one.createNewAccount);
      return {
        name: cutName(`${node ? groupLabel(node) : group} accounts`),
        module: 'AccountCreation',
        columns: columnsOf('account', form, this.#app.secrets),
        schedule,
        plan: null,
      };
    });
    const ids = await insertProjects(this.#tx, campaignId, rows);
    for (const [at, [group]] of groups.entries()) this.#signUps.set(group, ids[at] ?? 0);
    await insertSites(
      this.#tx,
      groups.map(([, sites], at) => [ids[at] ?? 0, sites] as const),
    );
  }

  /** The projects of one tier; those of the tier above are made. */
  async #makeProjects(campaignId: number, nodes: MixedNode[]): Promise<void> {
    const ids = await insertProjects(
      this.#tx,
      campaignId,
      nodes.map((planned) => this.#newProject(campaignId, planned)),
    );
    for (const [at, { node }] of nodes.entries()) {
      const id = ids[at] ?? 0;
      this.#projects.set(node.id, id);
      const { module, profileId: networkId } = node;
      if (isPrivate(node)) await insertNetworkSites(this.#tx, { id, module, networkId });
    }
    const posting = nodes.filter(({ node }) => !isPrivate(node));
    await insertSites(
      this.#tx,
      posting.map(({ node }) => [this.#projects.get(node.id) ?? 0, this.#planned.sitesOf(node)] as const),
    );
  }

  #newProject(campaignId: number, planned: MixedNode): NewProject {
    const { node, mix, seed, schedule } = planned;
    const parents = parentsOf(this.#wizard.projects, node).map(({ id }) => this.#projects.get(id));
    const signUp = this.#profileOf(node).isNew ? this.#signUps.get(node.group) : undefined;
    const sources = [...parents, signUp].filter((id) => id !== undefined);
    const { id: profileId, isNew } = this.#profileOf(node);
    const form = postingForm(this.#wizard, planned, {
      profileId,
      campaignId: isNew ? campaignId : (this.#planned.campaignOf.get(profileId ?? 0) ?? null),
      urlListId: this.#setOf(sourceOf(this.#wizard, node)).id,
      setOf: (source) => this.#setOf(source),
    });
    const kind = projectKind(node.module) === 'private' ? 'private' : 'posting';
    return {
      name: cutName(node.name),
      module: node.module,
      columns: columnsOf(kind, form, this.#app.secrets),
      schedule: scheduleAfter(sources, this.#wizard, schedule),
      plan: { seed, mix: Object.fromEntries([...mix].map(([source, counts]) => [this.#setOf(source).id, counts])) },
    };
  }

  #setOf(source: number) {
    return this.#sets[source] ?? { id: 0, name: '' };
  }

  #profileOf(node: Wizard['projects'][number]): { id: number | null; isNew: boolean } {
    const isNew = !isPrivate(node) && node.createNewAccount;
    return { id: isNew ? (this.#profiles.get(node.group) ?? null) : node.profileId, isNew };
  }

  /** The wizard as a duplicate reads it: with the profiles that were used (D-WIZ-07). */
  #used(): Wizard {
    const projects = this.#wizard.projects.map((node) => ({
      ...node,
      usedProfileId: isPrivate(node) ? null : this.#profileOf(node).id,
    }));
    return { ...this.#wizard, projects };
  }
}
