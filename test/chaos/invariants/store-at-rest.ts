import type { DumpPost } from '../dump.ts';
import type { Evidence, Invariant } from '../evidence.ts';

export const comesToRest: Invariant = {
  name: 'everything comes to rest within its limits',
  judge: ({ unrest, restAfterMs }) =>
    unrest.map((what) => `${what}, ${Math.round(restAfterMs / 1_000)} s after all faults`),
};

const openStates = new Set(['PLANNED', 'LOOKUP', 'CLAIMED', 'LOOKING', 'SENDING']);
const restStatuses = new Set(['NEW', 'COMPLETED', 'STOPPED', 'FAILED', 'SCHEDULED']);

/** Projects between two portions of a Spread wait for a day: they hold nothing, but are not closed either. */
function spreading({ dump }: Evidence): Set<number> {
  return new Set(dump.posts.filter((post) => post.state === 'WAITING').map((post) => post.projectId));
}

export const nothingHeld: Invariant = {
  name: 'nothing is reserved, claimed or CHECKING at rest',
  judge(evidence) {
    const { dump, unrest } = evidence;
    if (unrest.length > 0) return [];
    const waiting = spreading(evidence);
    const say = <T>(rows: T[], text: (row: T) => string) => rows.map(text);
    return [
      ...say(
        dump.articles.filter((article) => article.reserved !== 0),
        (article) => `article ${article.id} is reserved ${article.reserved} times`,
      ),
      ...say(
        dump.posts.filter((post) => post.claimedBy !== null || openStates.has(post.state)),
        (post) => `post ${post.marker} (${post.state}) is claimed by ${post.claimedBy}`,
      ),
      ...say(
        dump.attempts.filter((attempt) => attempt.state === 'SENDING'),
        (attempt) => `an attempt of post ${attempt.postId} is still SENDING`,
      ),
      ...say(dump.checks, (check) => `link ${check.linkId} waits for its check`),
      ...say(
        dump.links.filter((link) => link.proof === 'CHECKING'),
        (link) => `link ${link.id} ${link.url} is CHECKING`,
      ),
      ...say(
        dump.lists.filter((list) => list.checking),
        (list) => `link set ${list.id} is being checked`,
      ),
      ...say(
        dump.rows.filter(
          (row) => row.proof === 'CHECKING' || (row.status === 'RUNNING' && !waiting.has(row.projectId)),
        ),
        (row) => `row ${row.siteId} of project ${row.projectId} is ${row.status} with proof ${row.proof}`,
      ),
      ...say(
        dump.rows.filter((row) => row.status === 'NONE' && row.waitInfo !== null && !waiting.has(row.projectId)),
        (row) => `row ${row.siteId} of project ${row.projectId} was not begun and says "${row.waitInfo}"`,
      ),
      ...say(dump.probes, (probe) => `site ${probe.siteId} waits for its probe`),
      ...say(
        dump.projects.filter((project) => project.campaignId === null),
        (project) => `project ${project.id} was deleted and is still there`,
      ),
    ];
  },
};

export const sumsAddUp: Invariant = {
  name: 'sums add up',
  judge: ({ dump, unrest }) =>
    unrest.length > 0 ? [] : [...runSums(dump), ...listSums(dump), ...tallySums(dump), ...articleSums(dump)],
};

type Dump = Evidence['dump'];

function runSums({ runs, posts }: Dump): string[] {
  const byRun = Map.groupBy(posts, (post) => post.runId);
  return runs.flatMap((run) => {
    const own = byRun.get(run.id) ?? [];
    if (own.some((post) => post.state === 'WAITING')) return [];
    const count = (state: string) => own.filter((post) => post.state === state).length;
    const told = [run.planned, run.succeeded, run.failed, run.skipped, run.unknown];
    const found = [own.length, count('SUCCEEDED'), count('FAILED'), count('SKIPPED'), count('UNKNOWN')];
    const facts = `run ${run.id} of project ${run.projectId}: told ${told}, found ${found} (planned, good, bad, skipped, unknown)`;
    if (!run.ended) return [`${facts}, not closed`];
    return told.join() === found.join() ? [] : [facts];
  });
}

function listSums({ lists, links, groups, articles, profiles }: Dump): string[] {
  const sets = lists.flatMap((list) => {
    const own = links.filter((link) => link.listId === list.id);
    const count = (proof: string) => own.filter((link) => link.proof === proof).length;
    const told = [list.count, list.live, list.changed, list.missing];
    const found = [own.length, count('LIVE'), count('CHANGED'), count('MISSING')];
    return told.join() === found.join() ? [] : [`link set ${list.id}: told ${told}, found ${found}`];
  });
  const buckets = groups.flatMap((group) => {
    const found = articles.filter((article) => article.groupId === group.id).length;
    return group.count === found ? [] : [`content group ${group.id}: told ${group.count}, found ${found}`];
  });
  const stores = profiles.filter((profile) => profile.count !== profile.accounts);
  return [
    ...sets,
    ...buckets,
    ...stores.map(({ id, count, accounts }) => `profile ${id}: told ${count}, found ${accounts}`),
  ];
}

function tallySums({ projects, rows, tallies, links, posts }: Dump): string[] {
  const projectOf = new Map(posts.map((post) => [post.id, post.projectId]));
  const liveLinks = links.filter((link) => link.proof === 'LIVE' && link.postId !== null);
  const liveOf = Map.groupBy(liveLinks, (link) => projectOf.get(link.postId ?? 0));
  const byProject = Map.groupBy(
    rows.filter((row) => row.checked),
    (row) => row.projectId,
  );
  return projects.flatMap(({ id }) => {
    const own = byProject.get(id) ?? [];
    const count = (status: string) => own.filter((row) => row.status === status).length;
    const live = liveOf.get(id)?.length ?? 0;
    const found = [own.length, count('SUCCESS'), count('FAILED'), count('UNKNOWN'), live];
    const tally = tallies.find(({ projectId }) => projectId === id);
    const told = tally && [tally.chosen, tally.done, tally.failed, tally.unknown, tally.live];
    const words = '(chosen, done, failed, unknown, live)';
    return told?.join() === found.join() ? [] : [`lists of project ${id}: told ${told}, found ${found} ${words}`];
  });
}

/** Uses of posts that were deleted with their project stay counted. */
function articleSums({ articles, posts }: Dump): string[] {
  const uses = Map.groupBy(
    posts.filter((post) => post.state === 'SUCCEEDED'),
    (post) => post.articleId,
  );
  return articles.flatMap((article) => {
    const found = uses.get(article.id)?.length ?? 0;
    return article.usage < found ? [`article ${article.id}: used ${found} times, counted ${article.usage}`] : [];
  });
}

export const statusTellsRun: Invariant = {
  name: 'the status of a project tells how its run ended',
  judge: ({ dump, unrest, calls }) =>
    dump.projects.flatMap((project) => {
      const run = dump.runs.find((one) => one.id === project.runId);
      if (!run?.ended || unrest.length > 0 || !restStatuses.has(project.status)) return [];
      // Sites that succeeded in an earlier run count (D-ENG-03, D-ENG-04).
      const rows = dump.rows.filter((row) => row.projectId === project.id && row.status === 'SUCCESS');
      if (project.status !== 'COMPLETED' || rows.length > 0) return [];
      // The row of a site that was deleted went with it; its post tells.
      const hasDeleted = calls.some((call) => call.call === 'deleteCustomSites');
      if (hasDeleted && dump.posts.some((post) => post.projectId === project.id && post.state === 'SUCCEEDED'))
        return [];
      return [
        `project ${project.id} is COMPLETED without a site that succeeded (last run ${run.succeeded} of ${run.planned})`,
      ];
    }),
};

const rowOf: Record<string, string[]> = {
  SUCCEEDED: ['SUCCESS'],
  FAILED: ['FAILED'],
  UNKNOWN: ['UNKNOWN'],
  SKIPPED: ['NONE', 'STOPPED'],
};

export const rowsTellPosts: Invariant = {
  name: 'a site row tells how its last post ended',
  judge({ dump, unrest }) {
    if (unrest.length > 0) return [];
    const last = new Map<string, DumpPost>();
    for (const post of dump.posts) last.set(keyOf(post), post);
    return dump.rows.flatMap((row) => {
      const post = last.get(keyOf(row));
      const allowed = rowOf[post?.state ?? ''];
      if (!post || !allowed) return [];
      if (!allowed.includes(row.status))
        return [`row ${keyOf(row)} is ${row.status}, its post ${post.marker} ${post.state}`];
      if (row.status === 'SUCCESS' && row.postUrl !== post.url)
        return [`row ${keyOf(row)} says ${row.postUrl}, its post ${post.url}`];
      return [];
    });
  },
};

const keyOf = (of: Pick<DumpPost, 'projectId' | 'module' | 'siteId' | 'email'>) =>
  `${of.projectId} ${of.module} ${of.siteId} ${of.email}`;

export const nothingDangles: Invariant = {
  name: 'no reference leads to what was deleted',
  judge({ dump }) {
    const has = (rows: { id: number }[], id: number | null) => id === null || rows.some((row) => row.id === id);
    return dump.projects.flatMap((project) => {
      const bad = [
        ...(has(dump.lists, project.urlListId) ? [] : [`output set ${project.urlListId}`]),
        ...(has(dump.profiles, project.profileId) ? [] : [`profile ${project.profileId}`]),
        ...(has(dump.groups, project.contentGroupId) ? [] : [`content group ${project.contentGroupId}`]),
        ...project.linkSetIds.filter((id) => !has(dump.lists, id)).map((id) => `input set ${id}`),
      ];
      return bad.map((what) => `project ${project.id} names ${what}, which is gone`);
    });
  },
};
