import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '#domain/contract/clouds.ts';
import { type LiveBody, topics } from '#domain/contract/live.ts';
import { type AzureApi, startAzure } from '#rehearsal/clouds/azure.ts';
import { type S3Api, startS3 } from '#rehearsal/clouds/s3.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let s3: S3Api;
let azure: AzureApi;
beforeAll(async () => {
  [app, s3, azure] = await Promise.all([startTestApp(), startS3(), startAzure()]);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([s3.close(), azure.close()]);
});

const keys = { accessKey: 'AKIA1', secretKey: 'secret-of-account' };
const add = async (body: object) => (await app.send(contract.addCloudAccount, { body })).body;
const list = async () => (await app.send(contract.listCloudAccounts)).body.accounts as contract.CloudAccount[];

describe('cloud accounts', () => {
  test('are added, edited and deleted, and every window hears of it', async () => {
    const log = await app.listen(topics.cloudAccounts);
    const { account } = await add({ friendlyName: ' Mine ', info: JSON.stringify(keys) });
    expect(account).toMatchObject({ friendlyName: 'Mine', service: 'S3', info: JSON.stringify(keys) });
    const body = { ...account, friendlyName: 'Ours', info: { ...keys, region: 'eu-west-1' } };
    const saved = (await app.send(contract.saveCloudAccount, { body })).body.account;
    expect(saved).toMatchObject({ friendlyName: 'Ours' });
    expect(JSON.parse(saved.info)).toEqual({ ...keys, region: 'eu-west-1' });
    expect(saved.version).toBeGreaterThan(account.version);
    expect(await list()).toEqual([saved]);
    const gone = await app.send(contract.deleteCloudAccount, { params: { id: account.id } });
    expect(gone.body).toEqual({ ids: [account.id] });
    await log.until((event: LiveBody) => event.action === 'accountDeleted');
    expect(log.events.map((event: LiveBody) => event.action)).toEqual([
      'newCloudAccount',
      'cloudAccountUpdated',
      'accountDeleted',
    ]);
    expect(await list()).toEqual([]);
    expect((await app.send(contract.deleteCloudAccount, { params: { id: account.id } })).status).toBe(404);
    expect((await app.send(contract.saveCloudAccount, { body })).status).toBe(404);
  });

  test('are sealed in the store', async () => {
    const { account } = await add({ friendlyName: 'Sealed', info: JSON.stringify(keys) });
    const row = await app.app.store.db.selectFrom('cloud_accounts').selectAll().executeTakeFirstOrThrow();
    expect(row.info).toMatch(/^s1:/);
    expect(Buffer.from(row.info.slice(3), 'base64').toString('latin1')).not.toContain('secret-of-account');
    await app.send(contract.deleteCloudAccount, { params: { id: account.id } });
  });

  test.each([
    ['S3', '', keys, 'friendlyName', 'Please enter friendly name'],
    ['S3', 'A', { secretKey: 'x' }, 'accessKey', 'Please enter access key'],
    ['S3', 'A', { accessKey: 'x', secretKey: ' ' }, 'secretKey', 'Please enter secret key'],
    ['S3', 'A', { ...keys, endpoint: 'ftp://x' }, 'endpoint', contract.cloudTexts.address],
    ['Azure', 'A', {}, 'connectionString', 'Please enter connection string'],
    ['Azure', 'A', { connectionString: 'AccountName=x' }, 'connectionString', contract.cloudTexts.connectionString],
    ['Google', 'A', {}, 'credentials', 'Please enter Google credentials'],
    ['Google', 'A', { credentials: '{"type":"user"}' }, 'credentials', contract.cloudTexts.credentials],
    ['S3', 'A', { ...keys, region: 'eu\u0007west' }, 'region', contract.cloudTexts.control],
    [
      'Azure',
      'A',
      { connectionString: 'AccountName=x;\nAccountKey=y' },
      'connectionString',
      contract.cloudTexts.control,
    ],
    ['S3', 'A', 'not JSON', 'info', contract.cloudTexts.notRead],
    ['S3', 'A', '[1]', 'info', contract.cloudTexts.notRead],
    ['S3', 'A', { accessKey: { deep: 1 } }, 'info', contract.cloudTexts.notRead],
  ])('of %s named "%s" with %j are refused', async (service, friendlyName, info, field, message) => {
    expect((await add({ service, friendlyName, info })).error).toMatchObject({ field, message });
    expect(await list()).toEqual([]);
  });

  test('keep nothing that their service does not know', async () => {
    const info = { ...keys, connectionString: 'AccountName=left;AccountKey=over', other: 'x' };
    const { account } = await add({ friendlyName: 'Known', info });
    expect(JSON.parse(account.info)).toEqual(keys);
    await app.send(contract.deleteCloudAccount, { params: { id: account.id } });
  });

  test('a service that is none is refused', async () => {
    const { status, body } = await app.send(contract.addCloudAccount, {
      body: { service: 'Other', friendlyName: 'A', info: '{}' },
    });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Please select a service')]);
  });

  test('an older edition is refused, and the same values are no other edition', async () => {
    const { account } = await add({ friendlyName: 'Edited', info: JSON.stringify(keys) });
    const same = (await app.send(contract.saveCloudAccount, { body: account })).body.account;
    expect(same.edition).toBe(account.edition);
    const other = (await app.send(contract.saveCloudAccount, { body: { ...account, friendlyName: 'Other' } })).body;
    expect(other.account.edition).toBeGreaterThan(account.edition);
    const late = await app.send(contract.saveCloudAccount, { body: { ...account, friendlyName: 'Late' } });
    expect([late.status, late.body.error.stored]).toMatchObject([409, { friendlyName: 'Other' }]);
    await app.send(contract.deleteCloudAccount, { params: { id: account.id } });
  });
});

describe('a test of an account', () => {
  const ask = async (service: string, info: object) =>
    (await app.send(contract.testCloudAccount, { body: { service, info } })).body;

  test('says whether the key is good, and keeps nothing', async () => {
    const info = { accessKey: s3.accessKey, secretKey: s3.secretKey, endpoint: s3.url };
    expect(await ask('S3', info)).toEqual({ detail: expect.stringContaining('The key is good') });
    expect(await ask('Azure', { connectionString: azure.connectionString })).toMatchObject({ detail: /./ });
    const refused = await ask('S3', { ...info, secretKey: 'wrong-one-77' });
    expect(refused.error).toMatchObject({ code: 'OUTSIDE_REFUSED', message: expect.stringContaining('403') });
    expect(JSON.stringify(refused)).not.toContain('wrong-one-77');
    expect(await list()).toEqual([]);
  });

  test('says so where a plain web server answers, in words and not as a fault', async () => {
    const key = { accessKey: 'a', secretKey: 'b' };
    const { error } = await ask('S3', { ...key, endpoint: app.url });
    expect(error).toMatchObject({ code: 'OUTSIDE_REFUSED' });
    expect(error.message).not.toMatch(/sdk|deseriali/i);
    // A page with status 200, as most web servers have one for every address.
    const page = createServer((_, response) => response.end('<!doctype html><p>Hello'));
    await once(page.listen(0, '127.0.0.1'), 'listening');
    const { port } = page.address() as AddressInfo;
    const told = await ask('S3', { ...key, endpoint: `http://127.0.0.1:${port}` });
    page.close();
    expect(told.error).toMatchObject({ code: 'OUTSIDE_REFUSED', message: expect.not.stringMatching(/sdk|deseriali/i) });
  });

  test('contacts no address that is never contacted', async () => {
    const { error } = await ask('S3', { ...keys, endpoint: 'http://169.254.169.254' });
    expect(error).toMatchObject({ code: 'OUTSIDE_REFUSED', message: expect.stringContaining('never contacted') });
  });
});
