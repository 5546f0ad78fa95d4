import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Cloud, CloudFile, StoredFile } from '#connectors/kit/contract/clouds.ts';
import type { FamilyBench, FamilyTarget } from './family-bench.ts';
import { familySuite } from './family-suite.ts';

const run = Date.now().toString(36);

function fileOf(path: string, bytes: Buffer, type = 'text/html; charset=utf-8'): CloudFile {
  const open = async function* () {
    for (let at = 0; at < bytes.length; at += 64 * 1_024) yield bytes.subarray(at, at + 64 * 1_024);
  };
  return { path: `${run}/${path}`, type, length: bytes.length, open };
}

/** The suite of the clouds family. */
export function cloudSuite(target: FamilyTarget<Cloud>): void {
  const { connector } = target;
  const page = fileOf('index.html', Buffer.from('<p>Ünïcode</p>'));
  familySuite(target, {
    main: (bench, job) => bench.connector.put(job, page),
    isAct: false,
    own: (bench) => {
      const read = (path: string) => fetch(connector.publicUrl(bench().job(), path));

      it('puts a file where a stranger reads it, and over it another one', async () => {
        await connector.put(bench().job(), page);
        const seen = await read(page.path);
        expect([seen.status, seen.headers.get('content-type')]).toEqual([200, page.type]);
        await connector.put(bench().job(), fileOf('index.html', Buffer.from('second')));
        expect(await (await read(page.path)).text()).toBe('second');
      });

      it.each(['a b+c&d.txt', "Ünï/Größe (1)'s!.pdf", 'deep/er/file.bin'])(
        'keeps the path %s and every byte',
        async (path) => {
          const bytes = randomBytes(1_500_000);
          const file = fileOf(path, bytes, 'application/octet-stream');
          await connector.put(bench().job(), file);
          expect(Buffer.from(await (await read(file.path)).arrayBuffer()).equals(bytes)).toBe(true);
          expect(await all(bench(), file.path)).toMatchObject([{ path: file.path, length: bytes.length }]);
        },
      );

      it('lists page by page, and is content when a file is gone already', async () => {
        const paths = Array.from({ length: 5 }, (_, at) => `list/${at}.txt`);
        for (const path of paths) await connector.put(bench().job(), fileOf(path, Buffer.from('x')));
        expect((await all(bench(), `${run}/list/`)).map(({ path }) => path).sort()).toEqual(
          paths.map((path) => `${run}/${path}`),
        );
        for (const _ of [1, 2]) await connector.remove(bench().job(), `${run}/list/0.txt`);
        expect(await all(bench(), `${run}/list/`)).toHaveLength(4);
        expect((await read(`${run}/list/0.txt`)).status).toBeGreaterThanOrEqual(400);
      });
    },
  });
}

async function all(bench: FamilyBench<Cloud>, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (let after: string | null = null, pages = 0; pages < 100; pages += 1) {
    const page: { files: StoredFile[]; next: string | null } = await bench.connector.list(bench.job(), prefix, after);
    files.push(...page.files);
    if (page.next === null) return files;
    after = page.next;
  }
  return expect.fail('a list without end');
}
