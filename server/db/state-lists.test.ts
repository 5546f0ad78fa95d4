import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postStateGroups, postStates } from '#domain/states/post.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Every list of post states in the store and in statements is one of the groups of domain/states. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: [] });
});
afterAll(() => app.stop());

const known = new Set([postStates, ...Object.values(postStateGroups)].map((group) => group.toSorted().join()));

/** Lists of two or more quoted states, whatever surrounds them. */
function listsIn(text: string): string[] {
  const lists = text.match(/'[A-Z]+'(::text)?(,\s*'[A-Z]+'(::text)?)+/g) ?? [];
  return lists
    .map((list) => [...list.matchAll(/'([A-Z]+)'/g)].map((match) => match[1] ?? ''))
    .filter((names) => names.every((name) => (postStates as readonly string[]).includes(name)))
    .map((names) => names.toSorted().join());
}

test('functions, indexes and constraints of the store', async () => {
  const { rows } = await app.app.store.pool.query<{ text: string }>(`
    select pg_get_functiondef(p.oid) as text from pg_proc p
      where pronamespace = 'public'::regnamespace and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace`);
  const lists = rows.flatMap((row) => listsIn(row.text));
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.filter((list) => !known.has(list))).toEqual([]);
});

test('statements of the server', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const foreign = files.flatMap((name) =>
    listsIn(readFileSync(`server/${name}`, 'utf8'))
      .filter((list) => !known.has(list))
      .map((list) => `${name}: ${list}`),
  );
  expect(foreign).toEqual([]);
});
