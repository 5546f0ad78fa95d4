import { createProfile, type Profile } from '#domain/contract/accounts.ts';
import { type Campaign, createCampaign } from '#domain/contract/campaigns.ts';
import { type ContentGroup, createContentGroup } from '#domain/contract/content.ts';
import { createLinkSet, type UrlList } from '#domain/contract/links.ts';
import type { Module } from '#domain/contract/modules.ts';
import { createProject } from '#domain/contract/projects/projects.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import type { TestApp } from './start-app.ts';

/** One of each noun, made through HTTP as a screen would. */
export async function newCampaign(app: TestApp, name = 'Campaign'): Promise<Campaign> {
  return (await app.send(createCampaign, { body: { name } })).body.campaign;
}

export async function newProject(
  app: TestApp,
  campaignId: number,
  name = 'Project',
  module: Module = 'SocialNetwork',
): Promise<ProjectRow> {
  return (await app.send(createProject, { body: { campaignId, module, name } })).body.project;
}

export async function newProfile(app: TestApp, campaignId: number, name = 'Accounts'): Promise<Profile> {
  return (await app.send(createProfile, { body: { campaignId, name } })).body.profile;
}

export async function newLinkSet(app: TestApp, campaignId: number, name = 'Links'): Promise<UrlList> {
  return (await app.send(createLinkSet, { body: { campaignId, name } })).body.urlList;
}

export async function newContentGroup(app: TestApp, name = 'Content'): Promise<ContentGroup> {
  return (await app.send(createContentGroup, { body: { name } })).body.contentGroup;
}
