import { setTimeout as pause } from 'node:timers/promises';
import { deleteAccounts, deleteProfiles, importAccounts } from '#domain/contract/accounts.ts';
import type { Call } from '#domain/contract/call.ts';
import { deleteCampaigns, getCampaign, pauseCampaign, resumeCampaign } from '#domain/contract/campaigns.ts';
import { deleteArticle, deleteContentGroups } from '#domain/contract/content.ts';
import { addLinks, checkLinkSet, deleteLinkSets, stopCheckLinkSet } from '#domain/contract/links.ts';
import { saveAccountProject } from '#domain/contract/projects/account.ts';
import { savePostingProject } from '#domain/contract/projects/posting.ts';
import {
  deleteProjects,
  duplicateProject,
  getProject,
  resolvePost,
  startProject,
  stopProject,
} from '#domain/contract/projects/projects.ts';
import { deleteSchedule, formatUtcMinute, saveSchedule } from '#domain/contract/schedules.ts';
import { deleteCustomSites, saveCustomSite, switchHost, verifyCustomSites } from '#domain/contract/sites.ts';
import { type ChaosProject, type ChaosSite, type ChaosWorld, projectForm, siteForm } from './build-world.ts';
import type { Fault } from './evidence.ts';
import { indexerEdit } from './indexing-world.ts';
import type { Operator } from './operator.ts';
import type { Product } from './product.ts';
import type { OperatorAction, Step } from './steps.ts';

/** What a step acts on. */
export interface Stage {
  product: Product;
  operator: Operator;
  world: ChaosWorld;
  faults: Fault[];
}

/** Does one step; ends when it was answered, or when the fault is over. Steps overlap as they do in life. */
export async function act(stage: Stage, step: Step): Promise<void> {
  const { product, world, faults } = stage;
  const during = async (kind: Fault['kind'], site: string, work: () => Promise<void>) => {
    const fault: Fault = { kind, site, from: Date.now(), to: Number.POSITIVE_INFINITY };
    faults.push(fault);
    await work();
    fault.to = Date.now();
  };
  switch (step.do) {
    case 'kill':
    case 'term':
      return during(step.do, '', () =>
        restart(stage, step.engine, step.do === 'kill' ? 'SIGKILL' : 'SIGTERM', step.downMs),
      );
    case 'storeAway':
      return during('storeAway', '', () => product.storeAway(step.forMs));
    case 'powerCut':
      return during('powerCut', '', async () => {
        await product.powerCut();
        await pause(step.downMs);
        await product.engines[0]?.start();
      });
    case 'dial': {
      const site = world.sites[step.site] as ChaosSite;
      return during('dial', site.server.url, async () => {
        site.server.dial(step.dials);
        await pause(step.forMs);
        calm(site);
      });
    }
    default:
      await operate(stage, step, urlOf(product, step.via));
  }
}

/** A site without faults, as fast as the plan made it. */
export function calm(site: ChaosSite): void {
  site.server.resetDials();
  site.server.dial({ slowMs: site.plan.slowMs });
}

async function restart({ product }: Stage, at: number, signal: 'SIGKILL' | 'SIGTERM', downMs: number): Promise<void> {
  const engine = product.engines[at];
  await engine?.end(signal);
  await pause(downMs);
  await engine?.start();
}

/** The process an operator happens to use; when it is down, the next one, as behind a balancer. */
function urlOf({ engines }: Product, via: number): string | undefined {
  const order = engines.map((_, at) => engines[(via + at) % engines.length]);
  return order.find((engine) => engine?.isUp)?.url;
}

type Sent = [Call, Parameters<Operator['send']>[2]];

async function operate(stage: Stage, step: OperatorAction, url: string | undefined): Promise<void> {
  if (step.do === 'options') {
    const { do: _, ...options } = step;
    await stage.product.setOptions(options).catch(() => {});
    return;
  }
  if (step.do === 'resolve') return resolve(stage, step, url);
  const sent =
    'project' in step
      ? onProject(stage.world, step)
      : 'site' in step
        ? onSite(stage.world, step)
        : onRest(stage.world, step.do);
  await stage.operator.send(url, ...sent);
}

function onProject(world: ChaosWorld, step: Extract<OperatorAction, { project: number }>): Sent {
  const project = world.projects[step.project] as ChaosProject;
  const { id } = project;
  const of = { params: { id }, about: `project ${id}` };
  switch (step.do) {
    case 'start':
      // From COMPLETED too: the tester wants posts, not questions (D-ENG-27).
      return [startProject, { ...of, query: { again: true } }];
    case 'stop':
      return [stopProject, of];
    case 'unschedule':
      return [deleteSchedule, of];
    case 'read':
      return [getProject, of];
    case 'duplicate':
      return [duplicateProject, { ...of, body: { name: `copy of ${id}` } }];
    case 'deleteProject':
      return [deleteProjects, { ...of, params: { id: world.campaignId }, body: { ids: [id] } }];
    case 'schedule':
      return [saveSchedule, { ...of, body: { schedule: scheduleOf(world, step) } }];
    default: {
      if (project.fields === null) {
        const [call, input] = indexerEdit(world.indexing?.listId ?? 0, id);
        return [call, { ...of, ...input }];
      }
      if (project.module === 'AccountCreation')
        return [saveAccountProject, { ...of, body: projectForm(world, project, project.fields) }];
      const links = 'links' in step && step.links;
      const fields = { ...project.fields, useLinkSet: links || project.module === 'Bookmarking' };
      return [
        savePostingProject,
        { ...of, body: projectForm(world, project, fields, 'uncheck' in step ? step.uncheck : null) },
      ];
    }
  }
}

function scheduleOf(world: ChaosWorld, { after, spread }: Extract<OperatorAction, { do: 'schedule' }>) {
  const when =
    after === null
      ? { scheduleType: 'FixedDate', startDate: formatUtcMinute(new Date(Date.now() - 120_000)) }
      : { scheduleType: 'AfterProject', sourceProjectIds: [world.projects[after]?.id] };
  return { ...when, durationType: spread ? 'Spread' : 'Once', ...(spread ? { nDay: 1 } : {}) };
}

function onSite(world: ChaosWorld, step: Extract<OperatorAction, { site: number }>): Sent {
  const site = world.sites[step.site] as ChaosSite;
  const about = `site ${site.siteId}`;
  switch (step.do) {
    case 'deleteSite':
      return [deleteCustomSites, { about, body: { ids: [{ module: site.module, siteId: site.siteId }] } }];
    case 'deleteAccount':
      return [
        deleteAccounts,
        { about, params: { id: world.profileId }, body: { ids: [{ siteName: site.siteId, email: 'a@b.test' }] } },
      ];
    case 'permission':
      return [saveCustomSite, { about, body: siteForm(site, { permission: step.value }) }];
    case 'pace':
      return [saveCustomSite, { about, body: siteForm(site, { atOnce: step.atOnce, gapSeconds: step.gapSeconds }) }];
    default:
      return [
        switchHost,
        { about, body: { host: new URL(site.server.url).host, stopped: 'stopped' in step && step.stopped } },
      ];
  }
}

function onRest(world: ChaosWorld, name: OperatorAction['do']): Sent {
  const { campaignId, groupId, profileId, inputId, outputId } = world;
  const inCampaign = (ids: number[]) => ({ params: { id: campaignId }, body: { ids } });
  const calls: Partial<Record<OperatorAction['do'], Sent>> = {
    pause: [pauseCampaign, { params: { id: campaignId } }],
    resume: [resumeCampaign, { params: { id: campaignId } }],
    deleteContent: [deleteContentGroups, { body: { ids: [groupId] } }],
    deleteProfile: [deleteProfiles, inCampaign([profileId])],
    deleteOutput: [deleteLinkSets, inCampaign([outputId])],
    deleteInput: [deleteLinkSets, inCampaign([inputId])],
    deleteCampaign: [deleteCampaigns, { body: { ids: [campaignId] } }],
    deleteArticle: [deleteArticle, { params: { id: world.articleIds[0] } }],
    checkLinks: [checkLinkSet, { params: { id: outputId }, body: {} }],
    stopCheck: [stopCheckLinkSet, { params: { id: outputId }, body: {} }],
    importAccounts: [importAccounts, { params: { id: profileId }, file: accountLines(world) }],
    importLinks: [addLinks, { params: { id: inputId }, body: { links: 'http://money.example/more|x|spades|x|' } }],
    verifySites: [verifyCustomSites, { body: { ids: world.sites.map(({ module, siteId }) => ({ module, siteId })) } }],
  };
  return calls[name] ?? [getCampaign, { params: { id: campaignId } }];
}

function accountLines({ sites }: ChaosWorld): string {
  return sites.map(({ siteId, server }) => `${siteId}|a@b.test|${server.username}|${server.password}`).join('\n');
}

/** The operator's word on the first row that waits for one. */
async function resolve(
  { operator, world }: Stage,
  step: Extract<OperatorAction, { do: 'resolve' }>,
  url: string | undefined,
) {
  const { id } = world.projects[step.project] as ChaosProject;
  const { body } = await operator.send(url, getProject, { params: { id }, about: `project ${id}` });
  const row = (body as { sites?: { id: unknown; email: string | null; status: string }[] } | null)?.sites?.find(
    ({ status }) => status === 'UNKNOWN',
  );
  if (!row) return;
  const page = world.sites
    .find((site) => site.siteId === (row.id as { siteId: string }).siteId)
    ?.server.posts()
    .at(-1);
  // An operator who says "there" has seen the page.
  const decision = step.decision === 'there' && page ? { decision: 'there', url: page.url } : { decision: 'resend' };
  if (decision.decision === 'resend' && page) return;
  await operator.send(url, resolvePost, {
    params: { id },
    body: { ...decision, id: row.id, email: row.email },
    about: `project ${id}`,
  });
}
