import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Fault, SeenPost, Send } from './evidence.ts';

const lookEveryMs = 60;
/** A turn of our own event loop that took this much longer is a stall of the machine. */
const stallMs = 100;

/** Watches the store while a plan runs: what is deleted later was seen. Also notes when the machine itself stalled. */
export class Observer {
  readonly posts = new Map<number, SeenPost>();
  readonly sends = new Map<number, Send>();
  readonly #pool: pg.Pool;
  readonly #nProcesses: number;
  readonly #campaignId: number;
  readonly #projectIds: number[];
  readonly #faults: Fault[];
  readonly #stalls: NodeJS.Timeout;
  #running = true;
  #done: Promise<void>;

  constructor(pool: pg.Pool, of: { campaignId: number; projectIds: number[]; faults: Fault[]; nProcesses: number }) {
    this.#pool = pool;
    this.#nProcesses = of.nProcesses;
    this.#campaignId = of.campaignId;
    this.#projectIds = of.projectIds;
    this.#faults = of.faults;
    let last = Date.now();
    this.#stalls = setInterval(() => {
      const now = Date.now();
      if (now - last > stallMs + 20) this.#faults.push({ kind: 'stall', site: '', from: last, to: now });
      last = now;
    }, 20);
    this.#done = this.#watch();
  }

  async #watch(): Promise<void> {
    while (this.#running) {
      // A store that is away is looked at again.
      await this.look().catch(() => {});
      await pause(lookEveryMs);
    }
  }

  async look(): Promise<void> {
    const ids = [this.#projectIds];
    const posts = await this.#pool.query<Omit<SeenPost, 'unknownAt'>>(
      'select id, project_id as "projectId", site_id as "siteId", marker, state from posts where project_id = any($1)',
      ids,
    );
    for (const post of posts.rows) {
      const known = this.posts.get(post.id)?.unknownAt ?? null;
      this.posts.set(post.id, { ...post, unknownAt: post.state === 'UNKNOWN' ? (known ?? Date.now()) : null });
    }
    const sends = await this.#pool.query<{ id: number } & Send>(
      `select a.id, a.post_id as "postId", (extract(epoch from a.started_at) * 1000)::float8 as at
       from attempts a join posts p on p.id = a.post_id where p.project_id = any($1)`,
      ids,
    );
    for (const { id, postId, at } of sends.rows) this.sends.set(id, { postId, at });
  }

  /** What is still going on in the store; empty when it rests. */
  async unrest(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ what: string }>(unrestQuery, [
      this.#campaignId,
      this.#projectIds,
      this.#nProcesses,
    ]);
    return rows.map((row) => row.what);
  }

  async stop(): Promise<void> {
    this.#running = false;
    clearInterval(this.#stalls);
    await this.#done;
  }
}

/** What was called off is at rest when the worker that prepared it has left. A Spread waits for its next portion, a schedule for its source, an unreadable page for its next try: all are rest. */
const unrestQuery = `
  select 'project ' || p.id || ' is ' || status as what from projects p
    where (campaign_id = $1 or id = any($2)) and status not in ('NEW', 'COMPLETED', 'STOPPED', 'FAILED', 'SCHEDULED')
    and not (status = 'RUNNING' and exists (select from posts o where o.project_id = p.id and o.state = 'WAITING' and o.due_at > now() + interval '30 s')
      and not exists (select from posts o where o.project_id = p.id and o.state in ('PLANNED', 'LOOKUP', 'CLAIMED', 'LOOKING', 'SENDING')))
  union all select 'project ' || p.id || ' is due and not started' from projects p join campaigns c on c.id = p.campaign_id
    where p.campaign_id = $1 and p.status = 'SCHEDULED' and c.status = 'ACTIVE' and p.schedule->>'scheduleType' = 'FixedDate'
  union all select 'post ' || id || ' is ' || state || coalesce(' (' || reason || ')', '') from posts where project_id = any($2)
    and (state in ('PLANNED', 'LOOKUP', 'CLAIMED', 'LOOKING', 'SENDING') or (state = 'SKIPPED' and claimed_by is not null)
      or (state = 'WAITING' and due_at <= now() + interval '30 s'))
  union all select 'submission ' || s.id || ' is ' || s.state || ', ' || s.taken from submissions s where s.project_id = any($2) and ended_at is null
  union all select 'link ' || link_id || ' waits for its check' from link_checks
    where counted or claimed_by is not null or due_at <= now() + interval '20 s'
  union all select 'site ' || site_id || ' waits for its probe' from sites where verify_requested
  union all select 'a dead process is not noticed' from processes having count(*) > $3`;
