import { WebSocket } from 'undici';
import type { Profile } from '#domain/contract/accounts.ts';
import { type Campaign, getCampaign } from '#domain/contract/campaigns.ts';
import { listLinks, type UrlItem, type UrlList } from '#domain/contract/links.ts';
import { type LiveBody, type ServerFrame, topics } from '#domain/contract/live.ts';
import { getProject, type ProjectPage, type SiteRow } from '#domain/contract/projects/projects.ts';
import type { ChaosWorld } from './build-world.ts';
import type { EngineProcess } from './engine-process.ts';
import { Operator } from './operator.ts';

/** What a page shows, as text under a name: compared with what a fresh page shows. */
export type Shown = Map<string, string>;
/** The versions of what a page showed when it was loaded. */
type Versions = Map<string, number>;

type RowRun = Pick<SiteRow, 'status' | 'waitInfo' | 'postUrl' | 'proof'>;
const rowName = (projectId: number, row: Pick<SiteRow, 'id' | 'email'>) =>
  `row ${projectId} ${row.id.module} ${row.id.siteId} ${row.email ?? ''}`;
const runText = ({ status, waitInfo, postUrl, proof }: RowRun) => JSON.stringify({ status, waitInfo, postUrl, proof });
const linkText = ({ url, proof }: UrlItem) => JSON.stringify({ url, proof: proof.state });

interface CampaignPage {
  campaign: Pick<Campaign, 'campaignStatus' | 'projectCount'>;
  projects: { id: number; status: string }[];
  urlLists: UrlList[];
  profiles: Profile[];
}

function showCampaign(shown: Shown, versions: Versions, page: CampaignPage): void {
  const { campaign, projects, urlLists, profiles } = page;
  shown.set('campaign', countsText(campaign));
  for (const { id, status } of projects) shown.set(`project ${id}`, status);
  const showCount = (name: string, { count, version }: { count: number; version: number }) => {
    shown.set(name, String(count));
    versions.set(name, version);
  };
  for (const list of urlLists) showCount(`set ${list.id}`, list);
  for (const profile of profiles) showCount(`profile ${profile.id}`, profile);
}

const countsText = ({
  campaignStatus,
  projectCount: { scheduled, running, starting, failed },
}: CampaignPage['campaign']) => JSON.stringify({ campaignStatus, scheduled, running, starting, failed });

/** Loads all pages of a world afresh. */
export async function loadPages(
  url: string | undefined,
  cookie: string,
  world: ChaosWorld,
  versions: Versions = new Map(),
): Promise<Shown> {
  const operator = new Operator(cookie);
  const shown: Shown = new Map();
  const campaign = await operator.send(url, getCampaign, { params: { id: world.campaignId } });
  if (campaign.status === null) throw new Error('the pages could not be loaded');
  if (campaign.status === 200) showCampaign(shown, versions, campaign.body as CampaignPage);
  for (const { id } of world.projects) {
    const { status, body } = await operator.send(url, getProject, { params: { id } });
    if (status !== 200) continue;
    for (const row of (body as ProjectPage).sites) {
      shown.set(rowName(id, row), runText(row));
      versions.set(rowName(id, row), row.version);
    }
  }
  const links = await operator.send(url, listLinks, { params: { id: world.outputId }, query: { limit: 1_000 } });
  const { urlItems = [] } = (links.status === 200 ? links.body : {}) as { urlItems?: UrlItem[] };
  for (const item of urlItems) shown.set(`link ${item.id}`, linkText(item));
  return shown;
}

/** A browser window on one process: loads its pages, follows the live channel, comes back after a loss. */
export class Window {
  shown: Shown = new Map();
  /** True while it is connected and has loaded: what it shows counts. */
  isFresh = false;
  #versions: Versions = new Map();
  #socket: WebSocket | undefined;
  #waiting: LiveBody[] | undefined;
  #closed = false;
  readonly #parts: { engine: EngineProcess; cookie: string; world: ChaosWorld };

  constructor(engine: EngineProcess, cookie: string, world: ChaosWorld) {
    this.#parts = { engine, cookie, world };
  }

  /** Connects anew when the connection is gone; ends when the pages are loaded. */
  async open(): Promise<void> {
    const { engine, cookie } = this.#parts;
    if (this.#socket || this.#closed || !engine.url) return;
    const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/eventbus`, { headers: { cookie } });
    this.#socket = socket;
    const registered = new Promise<boolean>((resolve) => {
      const gone = () => {
        if (this.#socket === socket) this.#socket = undefined;
        this.isFresh = false;
        resolve(false);
      };
      socket.addEventListener('close', gone);
      socket.addEventListener('error', gone);
      socket.addEventListener('open', () => this.#register(socket));
      socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as ServerFrame, resolve));
    });
    // What is told while the pages are loaded is applied after them.
    this.#waiting = [];
    if (await registered) await this.#load();
  }

  #register(socket: WebSocket): void {
    const { world } = this.#parts;
    const names = [
      topics.campaigns,
      topics.customSites,
      topics.campaign(world.campaignId),
      topics.linkSet(world.outputId),
      ...world.projects.map(({ id }) => topics.project(id)),
    ];
    for (const address of names) socket.send(JSON.stringify({ type: 'register', address }));
    socket.send(JSON.stringify({ type: 'ping' }));
  }

  #hear(frame: ServerFrame, registered: (done: boolean) => void): void {
    if (frame.type === 'pong') registered(true);
    if (frame.type !== 'rec') return;
    if (this.#waiting) this.#waiting.push(frame.body);
    else this.#apply(frame.body);
  }

  async #load(): Promise<void> {
    const { engine, cookie, world } = this.#parts;
    const socket = this.#socket;
    const versions: Versions = new Map();
    const pages = await loadPages(engine.url, cookie, world, versions).catch(() => undefined);
    if (!pages || socket !== this.#socket) return socket?.close();
    this.shown = pages;
    this.#versions = versions;
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.isFresh = true;
    for (const body of waiting) this.#apply(body);
    return undefined;
  }

  /** As the pages do: an edit that comes after a deletion brings nothing back. */
  #replace(name: string, text: string): void {
    if (this.shown.has(name)) this.shown.set(name, text);
  }

  /** Versions, where events carry them, say which of two is newer. */
  #set(name: string, body: object, text: string): void {
    const version = (body as { version?: number }).version ?? 0;
    if (version < (this.#versions.get(name) ?? 0)) return;
    this.#versions.set(name, version);
    this.shown.set(name, text);
  }

  #apply(body: LiveBody): void {
    switch (body.action) {
      case 'siteStatusChanged':
        // A page shows the rows that it loaded: a site that was deleted does not come back.
        if (this.shown.has(rowName(body.projectId, body)))
          this.#set(rowName(body.projectId, body), body, runText(body));
        break;
      case 'projectStatusChanged':
        this.#set(`project ${body.projectId}`, body, body.status);
        break;
      case 'newProject':
        this.shown.set(`project ${body.project.id}`, body.project.status);
        break;
      case 'projectsDeleted':
        for (const id of body.ids) this.#forget(id);
        break;
      case 'campaignsDeleted':
        if (body.ids.includes(this.#parts.world.campaignId)) this.shown.clear();
        break;
      case 'sitesDeleted':
        for (const { id } of this.#parts.world.projects)
          for (const key of body.ids) if ('module' in key) this.#forgetAll(`row ${id} ${key.module} ${key.siteId} `);
        break;
      case 'urlItemsAdded':
        for (const item of body.urlItems ?? []) this.shown.set(`link ${item.id}`, linkText(item));
        break;
      case 'urlItemEdited':
        this.#replace(`link ${body.urlItem.id}`, linkText(body.urlItem));
        break;
      case 'urlItemsDeleted':
        for (const id of body.ids ?? []) this.shown.delete(`link ${id}`);
        break;
      default:
        this.#applyToCampaign(body);
    }
  }

  #applyToCampaign(body: LiveBody): void {
    switch (body.action) {
      case 'statusChanged':
        if (body.id === this.#parts.world.campaignId && this.shown.has('campaign'))
          this.#set('campaign', body, countsText(body));
        break;
      case 'urlListEdited':
        if (this.shown.has(`set ${body.urlList.id}`))
          this.#set(`set ${body.urlList.id}`, body.urlList, String(body.urlList.count));
        break;
      case 'profileEdited':
        if (this.shown.has(`profile ${body.profile.id}`))
          this.#set(`profile ${body.profile.id}`, body.profile, String(body.profile.count));
        break;
      case 'profilesDeleted':
        for (const id of body.ids) this.shown.delete(`profile ${id}`);
        break;
      case 'urlListsDeleted':
        for (const id of body.ids) this.shown.delete(`set ${id}`);
        if (body.ids.includes(this.#parts.world.outputId)) this.#forgetAll('link ');
        break;
      default:
    }
  }

  #forget(projectId: number): void {
    this.shown.delete(`project ${projectId}`);
    this.#forgetAll(`row ${projectId} `);
  }

  #forgetAll(prefix: string): void {
    for (const name of [...this.shown.keys()]) if (name.startsWith(prefix)) this.shown.delete(name);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
