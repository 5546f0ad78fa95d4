import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** A start of an honest project. */
export interface Beat {
  projectId: number;
  at: number;
}

/** What the beats need to know, as the first argument of this script. */
export interface BeatOrder {
  url: string;
  cookie: string;
  store: pg.ClientConfig;
  honestIds: number[];
}

/** What they tell at last. */
export interface BeatReport {
  beats: Beat[];
  skipped: number;
}

const beatMs = 800;

/**
 * Starts one honest project at every beat until it is told to stop, in a process of its own: the liars keep theirs busy,
 * and what waits there would be counted against the product.
 */
async function run({ url, cookie, store, honestIds }: BeatOrder): Promise<void> {
  const client = new pg.Client(store);
  await client.connect();
  const report: BeatReport = { beats: [], skipped: 0 };
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  for (let number = 0; !isOver; number += 1) {
    const projectId = honestIds[number % honestIds.length] ?? 0;
    const at = Date.now();
    const { rowCount } = await client.query(
      `select 1 from projects where id = $1 and status in ('NEW', 'COMPLETED', 'FAILED', 'STOPPED')`,
      [projectId],
    );
    if (rowCount === 0) report.skipped += 1;
    else {
      report.beats.push({ projectId, at: Date.now() });
      await fetch(`${url}/action/start/project/${projectId}?again=true`, { headers: { cookie } }).then((answer) =>
        answer.text(),
      );
    }
    await pause(Math.max(0, beatMs - (Date.now() - at)));
  }
  await client.end();
  process.send?.(report, () => process.exit(0));
}

await run(JSON.parse(process.argv[2] ?? '{}') as BeatOrder);
