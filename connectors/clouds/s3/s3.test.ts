import { afterEach, beforeEach, expect, it } from 'vitest';
import { type S3Api, startS3 } from '#rehearsal/clouds/s3.ts';
import { cloudSuite } from '#test/suites/cloud-suite.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { s3 } from './index.ts';

const start = async () => {
  const api = await startS3();
  const key = { accessKey: api.accessKey, secretKey: api.secretKey, endpoint: api.url };
  return { ...api, address: api.url, key };
};
cloudSuite({ connector: s3, against: 'the rehearsal', start });

let api: S3Api;
let bench: FamilyBench<typeof s3>;
beforeEach(async () => {
  const at = await start();
  api = at;
  bench = new FamilyBench(s3, at);
});
afterEach(async () => {
  await bench.outside.close();
  await api.close();
});
const job = (bucket: string) => ({ ...bench.job(), bucket });

it('knows the buckets of others, and takes none of them', async () => {
  expect(await s3.look(job('taken'))).toBe('taken');
  expect(await s3.make(job('taken'))).toBe('taken');
  expect(await s3.look(job('free'))).toBe('absent');
});

it('opens a bucket to strangers with a page for missing addresses', async () => {
  await s3.make(job('open'));
  await s3.open(job('open'), 'blog/404.html');
  expect(api.buckets.get('open')).toMatchObject({ isPublic: true, isBlocked: false, missing: 'blog/404.html' });
});

it('puts a file as an act when it is one: its lost answer is not known', async () => {
  await s3.make(job('acts'));
  api.dial({ dropAfterCommit: true });
  const file = { path: 'a.html', type: 'text/html', bytes: Buffer.from('a'), isAct: true };
  expect((await bench.failure(s3.put(job('acts'), file))).name).toBe('Unconfirmed');
});

it.each([
  [{}, 'https://s3.us-east-1.amazonaws.com', 'http://b.s3-website-us-east-1.amazonaws.com/a%20b.html', true],
  [
    { region: 'eu-central-1' },
    'https://s3.eu-central-1.amazonaws.com',
    'http://b.s3-website.eu-central-1.amazonaws.com/a%20b.html',
    true,
  ],
  [{ endpoint: 'https://s3.example.com/' }, 'https://s3.example.com', 'https://s3.example.com/b/a%20b.html', false],
  [
    { endpoint: 'https://s3.example.com', webAddress: 'https://{bucket}.web.example/' },
    'https://s3.example.com',
    'https://b.web.example/a%20b.html',
    true,
  ],
] as const)('knows its addresses with %j', (key, address, url, servesIndex) => {
  expect(s3.addressOf(key)).toBe(address);
  expect(s3.publicUrl({ address, key, bucket: 'b' }, 'a b.html')).toBe(url);
  expect(s3.servesIndex(key)).toBe(servesIndex);
});
