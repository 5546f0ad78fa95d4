import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, exportAccounts, exportProfiles, listAccounts } from '#domain/contract/accounts.ts';
import { createProfile } from '#server/features/accounts/accounts.ts';
import { createCampaign } from '#server/features/campaigns/campaigns.ts';
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
  const campaign = await createCampaign(app.app, 'Campaign');
  const { id } = await createProfile(app.app, campaign.id, 'Profile');
  for (const email of ['a@b.test', 'c@d.test'])
    await app.send(addAccount, {
      body: { accountListId: id, siteName: 's', email, username: 'u', password: 'canary-password' },
    });
  await app.send(listAccounts, { params: { id } });
  expect((await app.send(exportAccounts, { params: { id } })).body).toContain('canary-password');
  await app.send(exportProfiles, { params: { id: campaign.id }, body: { ids: [] } });
  const told = lines.map((line) => JSON.parse(line)).filter((line) => line.audit === 'passwords');
  expect(told.map(({ user, what, count }) => [user, what, count])).toEqual([
    ['admin', `accounts of profile ${id}, shown`, 2],
    ['admin', `accounts of profile ${id}, exported`, 2],
    ['admin', `accounts of campaign ${campaign.id}, exported`, 2],
  ]);
  expect(lines.join('')).not.toContain('canary');
});
