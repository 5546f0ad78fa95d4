import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, exportAccounts, exportProfiles, listAccounts } from '#domain/contract/accounts.ts';
import {
  createPrivateNetwork,
  exportPrivateSites,
  getPrivateNetwork,
  importPrivateSites,
  uploadPrivateSites,
} from '#domain/contract/private-networks.ts';
import { createProject, getProject } from '#domain/contract/projects/projects.ts';
import { saveCustomSite } from '#domain/contract/sites.ts';
import { newCampaign, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app.stop());

test('who sees or exports passwords is logged with their number, and without them', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  app.app.log = pino({ level: 'info' }, sink);
  const campaign = await newCampaign(app, 'Campaign');
  const { id } = await newProfile(app, campaign.id, 'Profile');
  for (const email of ['a@b.test', 'c@d.test'])
    await app.send(addAccount, {
      body: { accountListId: id, siteName: 's', email, username: 'u', password: 'canary-password' },
    });
  await app.send(listAccounts, { params: { id } });
  expect((await app.send(exportAccounts, { params: { id } })).body).toContain('canary-password');
  await app.send(exportProfiles, { params: { id: campaign.id }, body: { ids: [] } });
  const network = (await app.send(createPrivateNetwork, { body: { name: 'N' } })).body.privateNetwork;
  const site = { module: 'Private', siteId: 's', platform: 'WordPress', url: 'http://own.test/' };
  await app.send(saveCustomSite, { body: { ...site, connector: 'wordpress', permission: 'owned' } });
  const siteList = 's|m@x.test|u|canary-password';
  await app.send(uploadPrivateSites, { params: { id: network.id }, body: { siteList } });
  await app.send(getPrivateNetwork, { params: { id: network.id } });
  expect((await app.send(exportPrivateSites, { params: { id: network.id } })).body).toBe(`${siteList}\r\n`);
  await app.send(importPrivateSites, { params: { id: network.id }, body: { profileId: id } });
  const body = { campaignId: campaign.id, module: 'AccountCreation', name: 'P' };
  const { project } = (await app.send(createProject, { body })).body;
  const settings = JSON.stringify({ password: app.app.secrets.seal('canary-password') });
  await app.app.store.db.updateTable('projects').set({ settings }).where('id', '=', project.id).execute();
  await app.send(getProject, { params: { id: project.id } });
  const told = lines.map((line) => JSON.parse(line)).filter((line) => line.audit === 'passwords');
  expect(told.map(({ user, what, count }) => [user, what, count])).toEqual([
    ['admin', `accounts of profile ${id}, shown`, 2],
    ['admin', `accounts of profile ${id}, exported`, 2],
    ['admin', `accounts of campaign ${campaign.id}, exported`, 2],
    ['admin', `sites of private network ${network.id}, imported`, 1],
    ['admin', `sites of private network ${network.id}, shown`, 1],
    ['admin', `sites of private network ${network.id}, exported`, 1],
    ['admin', `accounts of profile ${id}, taken into private network ${network.id}`, 2],
    ['admin', `logins of project ${project.id}, shown`, 1],
  ]);
  expect(lines.join('')).not.toContain('canary');
});
