import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import { untilStored } from '../../db/store-away.ts';
import type { TaskWork } from '../../engine/tasks/task-work.ts';
import { tryLogin } from '../../features/emails/emails.ts';
import { type MailboxRow, mailboxRow, toMailbox, toSettings } from '../../features/emails/mailbox-rows.ts';
import { callOffCheck } from '../../features/emails/mailboxes.ts';
import { commit } from '../../live/commit.ts';

/** Servers that are asked at one moment; each is asked for one mailbox after the other. */
const atOnce = 8;
/** Mailboxes read at a time. */
const portion = 200;

/** Logs in to every mailbox that was asked for, those that join meanwhile too. */
export async function checkMailboxes(app: App, work: TaskWork<object>): Promise<void> {
  let done = 0;
  for (let rows = await readAsked(app); rows.length > 0; rows = await readAsked(app)) {
    // Counted for each portion: those that join meanwhile are in the next count.
    const total = done + (await countAsked(app));
    work.progress(done, total);
    const servers = Map.groupBy(rows, ({ server }) => server.toLowerCase()).values();
    const worker = async () => {
      for (const boxes of servers)
        for (const row of boxes) {
          work.signal.throwIfAborted();
          await checkOne(app, row, work.signal);
          done += 1;
          work.progress(done, total);
        }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }
}

async function countAsked({ store }: App): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from user_emails where check_asked`.execute(store.db);
  return rows[0]?.n ?? 0;
}

async function readAsked({ store }: App): Promise<MailboxRow[]> {
  const { rows } = await sql<MailboxRow>`
    select ${mailboxRow} from user_emails where check_asked order by id limit ${portion}`.execute(store.db);
  return rows;
}

async function checkOne(app: App, row: MailboxRow, signal: AbortSignal): Promise<void> {
  const said = await tryLogin(app, toSettings(app.secrets, row), signal);
  if (signal.aborted) return;
  // One that was changed meanwhile is asked again with what it is now.
  await untilStored(signal, () =>
    commit(app, async (tx, note) => {
      const { rows } = await sql<MailboxRow>`
        update user_emails set check_asked = false, login_state = ${said === null ? 'WORKS' : 'FAILED'},
          login_said = ${said}, checked_at = now()
        where id = ${row.id} and edition = ${row.edition} and check_asked returning ${mailboxRow}`.execute(tx);
      if (rows.length > 0)
        note(topics.emailManager, {
          action: 'emailsInserted',
          emails: rows.map((one) => toMailbox(app.secrets, one)),
        });
    }),
  );
}

const left = sql<{ id: number }>`select id from user_emails where check_asked limit 1`;

/** Frees what waits for a check that was cancelled, or is out of tries. */
export async function endAbandonedCheck(app: App): Promise<void> {
  const { rows } = await left.execute(app.store.db);
  if (rows.length === 0 || (await app.tasks.openPayloads(app.store.db, 'checkMailboxes')).length > 0) return;
  await commit(app, (tx, note) => callOffCheck(app, tx, note));
}
