import { addAccount, createProfile } from '#domain/contract/accounts.ts';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { testAccount } from '#domain/contract/connectors.ts';
import { createContentGroup, uploadArticles } from '#domain/contract/content.ts';
import { addLinks, createLinkSet } from '#domain/contract/links.ts';
import { newPostingFields, savePostingProject } from '#domain/contract/projects/posting.ts';
import { createProject } from '#domain/contract/projects/projects.ts';
import { addSiteByAddress } from '#domain/contract/sites.ts';
import type { WayIn } from '#domain/contract/way-in.ts';
import { send, upload } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { look } from './queries.ts';
import { names, texts } from './texts.ts';

/** Each step uses what the store has and makes only what it lacks: a step that failed half way is simply done again. */
const campaignOf = async (way: WayIn, name: string = names.campaign) =>
  way.campaign ?? (await send(createCampaign, { body: { name, creatingType: 'Manually' } })).campaign;

interface Address {
  url: string;
  permission: 'owned' | 'granted';
  permissionNote: string;
}

/** Adds the first site. */
export async function addSite(input: Address): Promise<void> {
  await send(addSiteByAddress, { body: input });
  await look();
}

interface Login {
  campaignName: string;
  fields: Record<string, string>;
}

/** Asks the site about the login, then keeps it; a login that the site does not take is told, not kept. */
export async function keepAccount(way: WayIn, { campaignName, fields }: Login): Promise<void> {
  const { site } = way;
  if (!site) return;
  const told = await send(testAccount, { body: { site: site.id, credentials: fields } });
  if (!told.works)
    throw new Refusal({ code: 'INVALID', message: [told.detail, told.ask?.text].filter(Boolean).join('. ') });
  const campaign = await campaignOf(way, campaignName);
  const profile =
    way.profile ?? (await send(createProfile, { body: { campaignId: campaign.id, name: names.profile } })).profile;
  const { siteId } = site.id;
  const username = fields.username ?? siteId;
  const login = { username, password: fields.password ?? '', email: username };
  await send(addAccount, { body: { accountListId: profile.id, siteName: siteId, ...login } });
  await look();
}

/** Keeps a pasted article the way a dropped file is kept: its first line is the title. */
export async function keepArticle(way: WayIn, text: string): Promise<void> {
  const group = way.group ?? (await send(createContentGroup, { body: { name: names.group } })).contentGroup;
  const file = new File([text], 'pasted.txt', { type: 'text/plain' });
  const { errorList } = await upload(uploadArticles, { params: { id: group.id } }, [file], {});
  if (errorList.length > 0) throw new Refusal({ code: 'INVALID', message: texts.noBody });
  await look();
}

/** Keeps the link to be placed. */
export async function keepLink(way: WayIn, link: { url: string; anchor: string }): Promise<void> {
  const campaign = await campaignOf(way);
  // An empty set is what an earlier try left, whose link was refused.
  const empty = way.project ? null : way.output;
  const list =
    way.links ?? empty ?? (await send(createLinkSet, { body: { campaignId: campaign.id, name: names.links } })).urlList;
  try {
    await send(addLinks, { params: { id: list.id }, body: { ...link, linksOnPage: '' } });
  } finally {
    await look();
  }
}

/** Makes a project of all that the way has gathered, ready to start. */
export async function makeProject(way: WayIn, { name, tags }: { name: string; tags: string }): Promise<void> {
  const { site, campaign, profile, group, links } = way;
  if (!site || !campaign || !profile || !group || !links) return;
  const campaignId = campaign.id;
  const output = way.output ?? (await send(createLinkSet, { body: { campaignId, name: names.output } })).urlList;
  const { project } = await send(createProject, { body: { campaignId, module: site.id.module, name } });
  const fields = {
    ...newPostingFields(campaignId),
    ...{ profileId: profile.id, urlListId: output.id, contentGroupId: group.id, useLinkSet: true, tags },
    ...{ minLinks: 1, maxLinks: 1 },
    linkSetProfiles: [{ linkSetId: links.id, name: links.name, linkProb: 100, minLinks: 1, maxLinks: 1 }],
  };
  const sites = [{ id: site.id, checked: true }];
  await send(savePostingProject, { body: { project: { ...fields, id: project.id }, sites, uuid: 'way-in' } });
  await look();
}
