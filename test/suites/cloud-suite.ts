import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Cloud, CloudFile, CloudJob, StoredFile } from '#connectors/kit/contract/clouds.ts';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { FamilyBench, FamilyTarget } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

const run = Date.now().toString(36);
const bucket = `suite-${run}`;
let nBuckets = 0;

function fileOf(path: string, bytes: Buffer, type = 'text/html; charset=utf-8'): CloudFile {
  return { path, type, cache: 'public, max-age=300', bytes };
}

const inBucket = (job: ServiceJob, name = bucket): CloudJob => ({ ...job, bucket: name });

interface CloudTarget extends FamilyTarget<Cloud> {
  /** What a real store leaves out of its own interface, for the titles of the tests that are skipped. */
  lacks?: { buckets?: string; cache?: string };
}

const page = fileOf('index.html', Buffer.from('<p>Ünïcode</p>'));

/** The suite of the clouds family. */
export function cloudSuite(target: CloudTarget): void {
  familySuite(target, {
    main: (bench, job) => bench.connector.put(inBucket(job), page),
    isAct: false,
    own: (bench) => {
      fileTests(target, bench);
      bucketTests(target, bench);
    },
  });
}

type Bench = () => FamilyBench<Cloud>;

/** A bucket that strangers may read, made where it is missing. */
async function standing(connector: Cloud, job: CloudJob): Promise<CloudJob> {
  if ((await connector.look(job)) === 'own') return job;
  await connector.make(job);
  await connector.open(job, '404.html');
  return job;
}

function fileTests({ connector, lacks = {} }: CloudTarget, bench: Bench): void {
  const own = () => standing(connector, inBucket(bench().job()));
  const read = (path: string) => fetch(connector.publicUrl(inBucket(bench().job()), path));

  it('puts a file where a stranger reads it, and over it another one', async () => {
    const job = await own();
    await connector.put(job, page);
    const seen = await read(page.path);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, page.type]);
    if (!lacks.cache) expect(seen.headers.get('cache-control')).toBe(page.cache);
    await connector.put(job, fileOf('index.html', Buffer.from('second')));
    expect(await (await read(page.path)).text()).toBe('second');
    expect(await connector.read(job, page.path)).toBe('second');
    expect(await connector.read(job, 'nothing.html')).toBeNull();
  });

  it.each(['a b+c&d.txt', "Ünï/Größe (1)'s!.pdf", 'deep/er/file.bin'])(
    'keeps the path %s and every byte',
    async (path) => {
      const job = await own();
      const bytes = randomBytes(1_500_000);
      await connector.put(job, fileOf(path, bytes, 'application/octet-stream'));
      expect(Buffer.from(await (await read(path)).arrayBuffer()).equals(bytes)).toBe(true);
      expect(await all(bench(), job, path)).toMatchObject([{ path, length: bytes.length }]);
    },
  );

  it('lists page by page, and is content when a file is gone already', async () => {
    const job = await own();
    const paths = Array.from({ length: 5 }, (_, at) => `list/${at}.txt`);
    for (const path of paths) await connector.put(job, fileOf(path, Buffer.from('x')));
    expect((await all(bench(), job, 'list/')).map(({ path }) => path).sort()).toEqual(paths);
    for (const _ of [1, 2]) await connector.remove(job, 'list/0.txt');
    expect(await all(bench(), job, 'list/')).toHaveLength(4);
    expect((await read('list/0.txt')).status).toBeGreaterThanOrEqual(400);
  });
}

function bucketTests({ connector, lacks = {} }: CloudTarget, bench: Bench): void {
  it('makes a bucket that strangers may read, once and again, and knows whose it is', async ({ skip }) => {
    if (lacks.buckets) skip(lacks.buckets);
    const job = await standing(connector, inBucket(bench().job()));
    expect(await connector.look(job)).toBe('own');
    expect(await connector.make(job)).toBe('made');
    await connector.open(job, '404.html');
    await connector.put(job, page);
    expect((await fetch(connector.publicUrl(job, page.path))).status).toBe(200);
  });

  it('removes a bucket only when it is empty, and is content when it is gone', async ({ skip }) => {
    if (lacks.buckets) skip(lacks.buckets);
    nBuckets += 1;
    const first = inBucket(bench().job());
    for (const { path } of await all(bench(), first, '')) await connector.remove(first, path);
    const own = await standing(connector, inBucket(bench().job(), `gone-${run}-${nBuckets}`));
    await connector.put(own, page);
    expect(await connector.discard(own)).toBe(false);
    expect(await connector.read(own, page.path)).not.toBeNull();
    await connector.remove(own, page.path);
    expect([await connector.discard(own), await connector.discard(own)]).toEqual([true, true]);
  });
}

async function all(bench: FamilyBench<Cloud>, job: CloudJob, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (let after: string | null = null, pages = 0; pages < 100; pages += 1) {
    const page: { files: StoredFile[]; next: string | null } = await bench.connector.list(job, prefix, after);
    files.push(...page.files);
    if (page.next === null) return files;
    after = page.next;
  }
  return expect.fail('a list without end');
}
