import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import { untilStored } from '../../db/store-away.ts';
import type { TaskWork } from '../../engine/tasks/task-work.ts';
import {
  type CheckedRow,
  checkedColumns,
  type KeptProxy,
  markProxy,
  proxyUrl,
  statusEvent,
} from '../../features/options/site-proxies.ts';
import { commit } from '../../live/commit.ts';

/** Proxies that are asked at one moment. */
const atOnce = 20;

interface ToCheck extends KeptProxy {
  id: number;
}

/** Asks every proxy for a page, some at once, until all were asked or the check is called off. */
export async function checkProxies(app: App, work: TaskWork<object>): Promise<void> {
  app.live.publish([
    { address: topics.proxies, body: { action: 'proxyMonitorStateChanged', proxyMonitorState: 'CHECKING' } },
  ]);
  try {
    const { rows } = await sql<ToCheck>`
      select id, address, port, kind, username, password from proxies order by id`.execute(app.store.db);
    let done = 0;
    const left = rows.values();
    const worker = async () => {
      for (const proxy of left) {
        work.signal.throwIfAborted();
        await checkOne(app, proxy, work.signal);
        done += 1;
        work.progress(done, rows.length);
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, worker));
  } finally {
    await untilStored(AbortSignal.timeout(30_000), () => endCheck(app)).catch(() => {});
  }
}

async function checkOne(app: App, proxy: ToCheck, signal: AbortSignal): Promise<void> {
  if (!(await beginOne(app, proxy))) return;
  const answer = await app.outside.askProxy(proxyUrl(proxy, app.secrets), app.config.proxyCheckUrl, signal);
  await markProxy(app, proxy, { status: answer.works ? 'WORKING' : 'FAILED', said: answer.detail }, app.bootId);
}

/** False where it was deleted meanwhile. */
function beginOne(app: App, { id }: ToCheck): Promise<boolean> {
  return commit(app, async (tx, note) => {
    const { rows } = await sql<CheckedRow>`
      update proxies set checking_by = ${app.bootId} where id = ${id} returning ${checkedColumns}`.execute(tx);
    for (const row of rows) note(topics.proxies, statusEvent(row, 'CHECKING'));
    return rows.length > 0;
  });
}

/** Those that were not asked to the end are as they were, and the check is at rest. */
async function endCheck(app: App): Promise<void> {
  await commit(app, async (tx, note) => {
    const { rows } = await sql<CheckedRow>`
      update proxies set checking_by = null where checking_by = ${app.bootId} returning ${checkedColumns}`.execute(tx);
    for (const row of rows) note(topics.proxies, statusEvent(row, row.status));
    note(topics.proxies, { action: 'proxyMonitorStateChanged', proxyMonitorState: 'NEW' });
  });
}
