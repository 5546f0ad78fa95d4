import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalCode } from '#domain/contract/refusals.ts';

const root = new URL('..', import.meta.url).pathname;
const code = /\bD-[A-Z]{2,6}-\d{2}\b/g;

/** Text files below a folder, as path and content. */
function* filesOf(folder: string, endings: RegExp): Generator<[string, string]> {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    if (entry.isFile() && endings.test(entry.name)) {
      const path = join(entry.parentPath, entry.name);
      yield [path.slice(root.length), readFileSync(path, 'utf8')];
    }
}

const rules = [...filesOf('docs/rules', /\.md$/)].flatMap(([, text]) =>
  [...text.matchAll(/^- \*\*(D-[A-Z]+-\d+)\*\*/gm)].map((found) => found[1]),
);

test('every rule that a comment names stands in docs/rules', () => {
  const known = new Set(rules);
  const rooms = ['domain', 'connectors', 'server', 'web', 'rehearsal', 'test', 'bench'];
  const unknown = rooms.flatMap((room) =>
    [...filesOf(room, /\.(ts|tsx|sql|css)$/)].flatMap(([path, text]) =>
      [...text.matchAll(code)].flatMap(([name]) => (known.has(name) ? [] : `${path}: ${name}`)),
    ),
  );
  expect(unknown).toEqual([]);
});

test('a rule stands once', () => {
  expect(rules.toSorted()).toEqual([...new Set(rules)].toSorted());
});

test('every code of a refusal is given somewhere', () => {
  const server = [...filesOf('server', /(?<!test)\.ts$/)].map(([, text]) => text).join('\n');
  expect(refusalCode.options.filter((one) => !server.includes(`'${one}'`))).toEqual([]);
});
