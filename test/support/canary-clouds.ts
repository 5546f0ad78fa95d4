import { expect } from 'vitest';
import { addCloudAccount, testCloudAccount } from '#domain/contract/clouds.ts';
import { canary, plainCanary } from './canaries.ts';
import type { CanaryProduct } from './canary-product.ts';

/** Calls whose answers hold the keys of accounts, for the screen that shows them on request. */
export const cloudCalls = ['listCloudAccounts', 'addCloudAccount', 'saveCloudAccount'];

/** Has a cloud account asked for, and another stored, with keys that must not be told; `echo` repeats what it is sent. */
export async function setUpClouds(product: CanaryProduct, echo: string): Promise<void> {
  const keys = (name: string) => ({ accessKey: plainCanary(`${name}Access`), secretKey: canary(`${name}Secret`) });
  const asked = { service: 'S3', info: JSON.stringify({ ...keys('CheckCloud'), endpoint: echo }) };
  expect((await product.send(testCloudAccount, { body: asked })).body.error.code).toBe('OUTSIDE_REFUSED');
  const accounts = [
    { service: 'S3', info: { ...keys('Cloud'), endpoint: echo } },
    {
      service: 'Azure',
      info: { connectionString: `AccountName=blogs;AccountKey=${plainCanary('CloudConnection')};BlobEndpoint=${echo}` },
    },
  ];
  for (const { service, info } of accounts) {
    const body = { friendlyName: service, service, info: JSON.stringify(info) };
    expect((await product.send(addCloudAccount, { body })).body.account.service).toBe(service);
  }
}
