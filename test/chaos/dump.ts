import type pg from 'pg';

export interface DumpProject {
  id: number;
  campaignId: number | null;
  status: string;
  runId: number | null;
  urlListId: number | null;
  profileId: number | null;
  contentGroupId: number | null;
  linkSetIds: (number | null)[];
}
export interface DumpPost {
  id: number;
  projectId: number;
  runId: number;
  module: string;
  siteId: string;
  email: string;
  state: string;
  marker: string;
  url: string | null;
  claimedBy: string | null;
  articleId: number | null;
  reason: string | null;
  kind: string;
  /** Name of the person that an act registers; null of others, and before it is made. */
  person: string | null;
}
export interface DumpRun {
  id: number;
  projectId: number;
  planned: number;
  succeeded: number;
  failed: number;
  skipped: number;
  unknown: number;
  ended: boolean;
}
export interface DumpRow {
  projectId: number;
  module: string;
  siteId: string;
  email: string;
  checked: boolean;
  status: string;
  waitInfo: string | null;
  postUrl: string | null;
  proof: string | null;
}
/** What the lists tell of a project. */
export interface DumpTally {
  projectId: number;
  chosen: number;
  done: number;
  failed: number;
  unknown: number;
  live: number;
}
export interface DumpLink {
  id: number;
  listId: number;
  url: string;
  postId: number | null;
  proof: string;
}
export interface DumpList {
  id: number;
  count: number;
  live: number;
  changed: number;
  missing: number;
  checking: boolean;
}
export interface DumpArticle {
  id: number;
  groupId: number;
  usage: number;
  reserved: number;
}

/** Links that are told to an indexing service; those of a run where it has an id. */
export interface DumpSubmission {
  id: number;
  projectId: number;
  runId: number | null;
  state: string;
  total: number;
  taken: number;
  refused: number;
}

/** The store as it is, read with our own eyes. */
export interface Dump {
  projects: DumpProject[];
  posts: DumpPost[];
  runs: DumpRun[];
  rows: DumpRow[];
  tallies: DumpTally[];
  links: DumpLink[];
  lists: DumpList[];
  articles: DumpArticle[];
  groups: { id: number; count: number }[];
  profiles: { id: number; count: number; accounts: number }[];
  /** Accounts that projects made. */
  made: { siteName: string; username: string; projectId: number }[];
  attempts: { postId: number; state: string }[];
  checks: { linkId: number; claimed: boolean }[];
  probes: { siteId: string }[];
  submissions: DumpSubmission[];
}

const queries: Record<keyof Dump, string> = {
  projects: `select id, campaign_id as "campaignId", status, run_id as "runId", url_list_id as "urlListId",
    profile_id as "profileId", content_group_id as "contentGroupId",
    coalesce((select json_agg(l->'linkSetId') from jsonb_array_elements(settings->'linkSetProfiles') l), '[]') as "linkSetIds"
    from projects order by id`,
  posts: `select id, project_id as "projectId", run_id as "runId", module, site_id as "siteId", email, state, marker, url,
    claimed_by as "claimedBy", article_id as "articleId", reason, kind,
    content->'person'->>'username' as person from posts order by id`,
  runs: `select id, project_id as "projectId", planned, succeeded, failed, skipped, unknown,
    ended_at is not null as ended from runs order by id`,
  rows: `select project_id as "projectId", module, site_id as "siteId", email, checked, status, wait_info as "waitInfo",
    post_url as "postUrl", proof_state as proof from project_sites`,
  // What is not folded yet is told with the rest.
  tallies: `select t.project_id as "projectId", ${['chosen', 'done', 'failed', 'unknown', 'live']
    .map((name) => `(t.${name} + coalesce(sum(c.${name}), 0))::int as ${name}`)
    .join()} from project_tallies t left join project_changes c on c.project_id = t.project_id group by t.project_id`,
  links: 'select id, url_list_id as "listId", url, post_id as "postId", proof_state as proof from url_items',
  lists: 'select id, count, live, changed, missing, checking from link_sets',
  articles: 'select id, content_group_id as "groupId", usage_count as usage, reserved from articles',
  groups: 'select id, count from content_groups',
  profiles:
    'select p.id, p.count, (select count(*) from accounts a where a.profile_id = p.id) as accounts from profiles p',
  made: `select site_name as "siteName", username, made_by as "projectId" from accounts where made_by is not null`,
  attempts: 'select post_id as "postId", state from attempts order by id',
  // The next try of an unreadable page, a minute or more away, is no work that goes on.
  checks: `select link_id as "linkId", claimed_by is not null as claimed from link_checks
    where counted or claimed_by is not null or due_at <= now() + interval '20 s'`,
  submissions: `select id, project_id as "projectId", run_id as "runId", state, total::int, taken::int, refused::int
    from submissions order by id`,
  probes: 'select site_id as "siteId" from sites where verify_requested or verify_claimed_at is not null',
};

/** Reads the store in one transaction. */
export async function readDump(pool: pg.Pool): Promise<Dump> {
  const client = await pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const entries: [string, unknown[]][] = [];
    for (const [name, text] of Object.entries(queries)) entries.push([name, (await client.query(text)).rows]);
    await client.query('commit');
    return Object.fromEntries(entries) as unknown as Dump;
  } finally {
    client.release();
  }
}
