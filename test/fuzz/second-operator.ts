import { setTimeout as pause } from 'node:timers/promises';
import { addAccount, createProfile, deleteAccounts, deleteProfiles } from '#domain/contract/accounts.ts';
import type { Call } from '#domain/contract/call.ts';
import { createCampaign, deleteCampaigns } from '#domain/contract/campaigns.ts';
import { createContentGroup, deleteArticle, deleteContentGroups, saveArticle } from '#domain/contract/content.ts';
import { testEmailLogin } from '#domain/contract/email-settings.ts';
import { addLinks, checkLinkSet, createLinkSet, deleteLinkSets } from '#domain/contract/links.ts';
import { createPrivateNetwork, deletePrivateNetworks, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import { saveAccountProject } from '#domain/contract/projects/account.ts';
import { saveIndexerProject } from '#domain/contract/projects/indexer.ts';
import { newPostingFields, savePostingProject } from '#domain/contract/projects/posting.ts';
import { savePrivateProject } from '#domain/contract/projects/private.ts';
import {
  createProject,
  deleteProjects,
  duplicateProject,
  resolvePost,
  startProject,
} from '#domain/contract/projects/projects.ts';
import { formatUtcMinute, saveSchedule } from '#domain/contract/schedules.ts';
import { deleteCustomSites, saveCustomSite } from '#domain/contract/sites.ts';
import { pickOne, type Random, randomInt, seededRandom, shuffle } from '#domain/rules/random.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { Operator } from '../chaos/operator.ts';
import { moduleOf, type SiteKind } from '../chaos/plan.ts';
import type { KnownIds } from './known-ids.ts';

type Input = Parameters<Operator['send']>[2];

/**
 * Works as a user beside the fuzzer: makes campaigns with all that belongs to them, starts their projects over the
 * rehearsal sites, and deletes it all again piece by piece, so that ids are alive, or gone a moment ago.
 */
export class SecondOperator {
  /** Rounds that were begun, and projects that were started. */
  rounds = 0;
  started = 0;
  /** Calls that were carried out, by name. */
  readonly done = new Set<string>();
  readonly #url: () => string | undefined;
  readonly #sites: readonly RehearsalSite[];
  readonly #mailPort: number;
  readonly #known: KnownIds;
  readonly #random: Random;
  readonly #operator: Operator;
  #isRunning = true;

  constructor(of: {
    url: () => string | undefined;
    cookie: string;
    sites: readonly RehearsalSite[];
    /** Of a mailbox on this machine that lets everybody in. */
    mailPort: number;
    known: KnownIds;
    seed: string;
  }) {
    this.#url = of.url;
    this.#sites = of.sites;
    this.#mailPort = of.mailPort;
    this.#known = of.known;
    this.#random = seededRandom(`second operator ${of.seed}`);
    this.#operator = new Operator(of.cookie);
  }

  async run(): Promise<void> {
    while (this.#isRunning) {
      this.rounds += 1;
      await this.#round();
      // What was answered is nobody's matter here.
      this.#operator.calls.length = 0;
    }
  }

  stop(): void {
    this.#isRunning = false;
  }

  /** Sends a call; the fuzzer may have taken away what it is about. */
  async #send(call: Call, input: Input): Promise<Record<string, { id: number } | number | undefined>> {
    const { status, body, refused } = await this.#operator.send(this.#url(), call, input);
    if (status === 200 && refused === null) this.done.add(call.id);
    const answer = typeof body === 'object' && body !== null ? body : {};
    if (input?.body !== undefined) this.#known.addSample(call.id, input.body);
    this.#known.learn(answer, undefined);
    return answer as never;
  }

  async #make(call: Call, name: string, input: Input): Promise<number> {
    const made = (await this.#send(call, input))[name];
    return (typeof made === 'object' ? made.id : made) ?? 1;
  }

  async #round(): Promise<void> {
    const body = { name: `round ${this.rounds}` };
    const campaignId = await this.#make(createCampaign, 'campaign', { body });
    const own = { body: { ...body, campaignId } };
    const groupId = await this.#make(createContentGroup, 'contentGroup', { body });
    const articleId = await this.#addArticle(groupId);
    const profileId = await this.#make(createProfile, 'profile', own);
    const inputId = await this.#make(createLinkSet, 'urlList', own);
    const outputId = await this.#make(createLinkSet, 'urlList', own);
    const networkId = await this.#make(createPrivateNetwork, 'privateNetwork', { body });
    await this.#send(addLinks, { params: { id: inputId }, body: { links: 'http://money.example/|x|garden tools|x|' } });
    const site = await this.#addSite(profileId);
    const fields = {
      ...newPostingFields(campaignId),
      ...{ profileId, urlListId: outputId, contentGroupId: groupId, useLinkSet: true, minLinks: 1, maxLinks: 1 },
      ...{ linkSetProfiles: [{ linkSetId: inputId, name: '', linkProb: 100, minLinks: 1, maxLinks: 1 }], tags: 'one' },
    };
    const projectId = await this.#make(createProject, 'project', { body: { ...own.body, module: site.module } });
    const sites = [{ id: site, checked: true }];
    await this.#send(savePostingProject, { body: { project: { ...fields, id: projectId }, sites, uuid: 'second' } });
    await this.#otherKinds({ campaignId, networkId, groupId, outputId, profileId, site });
    await this.#plan(projectId);
    const isLost = this.#random() < 0.35;
    if (isLost) for (const server of this.#sites) server.dial({ dropAfterCommit: true, times: 1 });
    await this.#send(startProject, { params: { id: projectId } });
    this.started += 1;
    await pause(randomInt(this.#random, isLost ? 500 : 0, 1_500));
    if (isLost) await this.#decide(projectId, profileId, site);
    await this.#send(checkLinkSet, { params: { id: outputId }, body: {} });
    const inCampaign = (ids: number[]) => ({ params: { id: campaignId }, body: { ids } });
    const ends: (() => Promise<unknown>)[] = [
      () => this.#end(deleteProjects, 'project', projectId, inCampaign([projectId])),
      () => this.#end(deleteProfiles, 'profile', profileId, inCampaign([profileId])),
      () => this.#end(deleteLinkSets, 'linkSet', inputId, inCampaign([inputId])),
      () => this.#end(deleteLinkSets, 'linkSet', outputId, inCampaign([outputId])),
      () => this.#end(deleteArticle, 'article', articleId, { params: { id: articleId } }),
      () => this.#end(deleteContentGroups, 'group', groupId, { body: { ids: [groupId] } }),
      () => this.#end(deletePrivateNetworks, 'network', networkId, { body: { ids: [networkId] } }),
      () => this.#end(deleteCampaigns, 'campaign', campaignId, { body: { ids: [campaignId] } }),
      () => this.#send(deleteCustomSites, { body: { ids: [site] } }),
    ];
    // Some of it stays for a while.
    for (const end of shuffle(this.#random, ends).slice(0, randomInt(this.#random, 3, ends.length))) await end();
  }

  /** Projects of the kinds beside posting, saved as their forms save them. */
  async #otherKinds(of: {
    campaignId: number;
    networkId: number;
    groupId: number;
    outputId: number;
    profileId: number;
    site: { module: string; siteId: string };
  }): Promise<void> {
    const make = (module: string) =>
      this.#make(createProject, 'project', { body: { campaignId: of.campaignId, module, name: module } });
    // A site of the catalogue: it is taken into the network under the group of its platform.
    const siteList = `${of.site.siteId}|me@x.test|writer|pw`;
    await this.#send(uploadPrivateSites, { params: { id: of.networkId }, body: { siteList } });
    const refs = { urlListId: of.outputId, contentGroupId: of.groupId };
    const save = async (call: Call, module: string, fields: object, row: object) => {
      const project = { ...fields, id: await make(module) };
      await this.#send(call, { body: { project, sites: [{ ...row, checked: true }], uuid: 'second' } });
    };
    const row = { id: { module: 'Private', siteId: of.site.siteId }, email: 'me@x.test' };
    await save(savePrivateProject, 'Private', { profileId: of.networkId, ...refs, tags: 'one' }, row);
    const service = { id: { module: 'Indexer', siteId: 'indexnow' } };
    await save(saveIndexerProject, 'Indexer', { linkSetId: of.outputId }, service);
    const person = { firstName: '{Ann|Eve}', lastName: 'B', username: 'annb', password: 'pa ss' };
    const form = { profileId: of.profileId, ...person, verificationInfo: { emailSource: 'LIST' } };
    await save(saveAccountProject, 'AccountCreation', form, { id: of.site });
  }

  /** A schedule now and then, a copy, and a mailbox that is none. */
  async #plan(id: number): Promise<void> {
    const schedule = { scheduleType: 'FixedDate', startDate: formatUtcMinute(new Date()), durationType: 'Once' };
    if (this.#random() < 0.3) await this.#send(saveSchedule, { params: { id }, body: { schedule } });
    if (this.#random() < 0.3) await this.#send(duplicateProject, { params: { id }, body: { name: 'copy' } });
    const login = { emailAddress: 'a@b.test', emailLogin: 'a', emailPassword: 'b', emailServer: '127.0.0.1' };
    const isRight = this.#random() < 0.7;
    const emailServerPort = isRight ? this.#mailPort : Number(new URL(pickOne(this.#random, this.#sites).url).port);
    const mailProtocol = isRight ? 'pop3' : pickOne(this.#random, ['imap', 'pop3']);
    const box = { ...login, emailServerPort, mailProtocol, SSL: false };
    if (this.#random() < 0.2) await this.#send(testEmailLogin, { body: box });
  }

  /** A post whose answer was lost, and whose account is gone when it is looked for: somebody must say what became of it. */
  async #decide(projectId: number, profileId: number, site: { module: string; siteId: string }): Promise<void> {
    await this.#send(deleteAccounts, { params: { id: profileId }, body: { all: true, search: '' } });
    const input = {
      params: { id: projectId },
      body: { decision: 'there', id: site, email: 'a@b.test', url: 'http://a.test/' },
    };
    for (const until = Date.now() + 5_000; Date.now() < until; await pause(200)) {
      const answer = await this.#send(resolvePost, input);
      if ('success' in answer) return;
    }
  }

  async #end(call: Call, kind: Parameters<KnownIds['drop']>[0], id: number, input: Input): Promise<void> {
    await this.#send(call, input);
    this.#known.drop(kind, [id]);
  }

  async #addArticle(contentGroupId: number): Promise<number> {
    const text = {
      title: '{Good|Fine} title',
      body: 'Words about garden tools.',
      authorName: 'Ada',
      authorBio: 'Writer',
    };
    const id = await this.#make(saveArticle, 'id', { body: { id: null, contentGroupId, ...text } });
    this.#known.add('article', id);
    return id;
  }

  async #addSite(profileId: number) {
    const server = pickOne(this.#random, this.#sites);
    const module = moduleOf[server.platform as SiteKind];
    const siteId = `second-${this.rounds % 20}`;
    const { platform, url, username, password } = server;
    this.#known.addSite(siteId, url);
    const site = { module, siteId, platform, url, connector: platform, pr: 10, dofollow: true };
    const permission = { permission: 'owned', permissionNote: 'fuzz', atOnce: 2, gapSeconds: 0 };
    await this.#send(saveCustomSite, { body: { ...site, ...permission } });
    await this.#send(addAccount, {
      body: { accountListId: profileId, siteName: siteId, email: 'a@b.test', username, password },
    });
    return { module, siteId };
  }
}
