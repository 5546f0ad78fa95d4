import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/db/store.ts';
import { commit, type Note } from '#server/live/commit.ts';
import { noTasks, startEngine } from '#test/support/engines.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';
import type { TaskRuns } from './task-work.ts';

/** Claims whose answer does not come, as the store has them afterwards. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

const run = (statement: string) => sql.raw(statement).execute(app.app.store.db);
const stateOf = async (id: string) => (await app.app.tasks.find(id))?.state;
const addTo = async (tx: Tx, note: Note) => ({
  first: await app.app.tasks.add(tx, note, 'removeLinks', 'First', { urlListId: 1 }),
  last: await app.app.tasks.add(tx, note, 'cloudBlog', 'Last', { blogId: 1 }),
});
/** The claims of one kind fail before (`insert`) or after (`commit`) they stand in the store. */
const breaks = (kind: string) => `create function break_claims() returns trigger language plpgsql as $$ begin
  if exists (select from pgboss.job where id = new.task_id and name = '${kind}') then raise 'the line broke'; end if;
  return new; end $$;
  create trigger break_claims before insert on task_progress for each row execute function break_claims()`;
const mend = 'drop function break_claims cascade';

const counting = (done: string[]): TaskRuns => ({
  ...noTasks,
  removeLinks: async ({ id }) => void done.push(id),
  cloudBlog: async ({ id }) => void done.push(id),
});

for (const kind of ['removeLinks', 'cloudBlog'])
  test(`what was claimed beside a claim of ${kind} that failed is done at once, and that is not in work meanwhile`, async () => {
    const done: string[] = [];
    await run(breaks(kind));
    const { first, last } = await commit(app.app, addTo);
    const [broken, sound] = kind === 'removeLinks' ? [first, last] : [last, first];
    const engine = await startEngine(app, { tasks: counting(done) });
    await until('the sound one is done', async () => (await stateOf(sound)) === 'DONE');
    expect(await stateOf(broken)).toBe('WAITING');
    await run(mend);
    await until('the other is done too', async () => (await stateOf(broken)) === 'DONE');
    expect(done).toEqual([sound, broken]);
    await engine.stop();
  });

test('what stands in the store for a process that never heard of it is given back, and was no try', async () => {
  const done: string[] = [];
  const engine = await startEngine(app, { tasks: counting(done) });
  await run(breaks('cloudBlog'));
  // Claimed for the engine, as it is when the answer to the claim is lost: the failing claim beside it is all it hears.
  const { first, last } = await commit(app.app, async (tx, note) => {
    const ids = await addTo(tx, note);
    await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where id = ${ids.first}`.execute(
      tx,
    );
    await sql`alter table task_progress disable trigger break_claims`.execute(tx);
    await sql`insert into task_progress (task_id, claimed_by) select ${ids.first}, boot_id from processes where roles = 'engine'`.execute(
      tx,
    );
    await sql`alter table task_progress enable trigger break_claims`.execute(tx);
    return ids;
  });
  await until('it is done', async () => (await stateOf(first)) === 'DONE');
  expect(await app.app.tasks.find(first)).toMatchObject({ tries: 1 });
  await run(mend);
  await until('the other is done too', async () => (await stateOf(last)) === 'DONE');
  expect(done).toEqual([first, last]);
  await engine.stop();
});
