import type { Evidence, Invariant, StandingPage } from '../evidence.ts';
import { deletedAt } from './pace.ts';

export const markerOnce: Invariant = {
  name: 'each marker stands at most once',
  judge: ({ standing }) =>
    [...Map.groupBy(standing, (page) => page.marker)].flatMap(([marker, pages]) =>
      marker !== '' && pages.length > 1
        ? [`${marker} stands ${pages.length} times: ${pages.map((page) => page.url).join(' ')}`]
        : [],
    ),
};

/** True when an operator's answered or unanswered call may have removed something. */
function wasCalled({ calls }: Evidence, ...names: string[]): boolean {
  return calls.some((call) => names.includes(call.call) && call.refused === null && call.status !== 404);
}

export const pageRecorded: Invariant = {
  name: 'every page that stands is recorded or UNKNOWN',
  judge: (evidence) => evidence.standing.flatMap((page) => unrecorded(evidence, page)),
};

function projectDeletedAt({ calls }: Evidence, id: number): number {
  const gone = calls.filter(
    ({ call, about }) => call === 'deleteCampaigns' || (call === 'deleteProjects' && about === `project ${id}`),
  );
  return Math.max(...gone.map((call) => call.answeredAt ?? call.failedAt ?? call.sentAt));
}

function unrecorded(evidence: Evidence, page: StandingPage): string[] {
  const { dump, world, posts } = evidence;
  const what = `${page.url} (${page.marker})`;
  const post = dump.posts.find((one) => one.marker === page.marker);
  if (post?.state === 'UNKNOWN') return [];
  if (post && post.state !== 'SUCCEEDED') return [`${what} stands, but its post is ${post.state}: ${post.reason}`];
  if (post && post.url !== page.url && !wasCalled(evidence, 'resolvePost'))
    return [`${what} stands, but its post says ${post.url}`];
  // The output set is gone with its links: nobody asks for them.
  if (!dump.lists.some((list) => list.id === world.outputId)) return [];
  if (dump.links.some((link) => link.url === page.url)) return [];
  // Project and site were both deleted before the site could be asked: nobody may contact it any more.
  const site = evidence.sites.find((one) => page.url.startsWith(one.url));
  if (!post && site && deletedAt(evidence, site) < Number.POSITIVE_INFINITY) return [];
  const seen = posts.find((one) => one.marker === page.marker);
  const project = seen?.projectId;
  // Its row asked whether it stands, and was deleted without a word: the question before the deletion names it.
  if (!post && seen?.unknownAt != null && seen.unknownAt < projectDeletedAt(evidence, seen.projectId)) return [];
  return [`${what} stands, its project ${project ?? '?'} was deleted, and no link tells of it`];
}

const isPage = ({ projectIds }: Evidence['world'], post: Evidence['dump']['posts'][number]) =>
  projectIds.includes(post.projectId) && post.kind === 'publish';

export const successHasLink: Invariant = {
  name: 'every success has its link',
  judge(evidence) {
    const { dump, world } = evidence;
    if (!dump.lists.some((list) => list.id === world.outputId)) return [];
    const own = dump.posts.filter((post) => isPage(world, post) && post.state === 'SUCCEEDED');
    return own.flatMap((post) => {
      const links = dump.links.filter((link) => link.postId === post.id);
      return links.length === 1 && links[0]?.url === post.url
        ? []
        : [`post ${post.marker} succeeded at ${post.url} and has ${links.length} links`];
    });
  },
};

export const successStands: Invariant = {
  name: 'every success stands on its site',
  judge({ dump, world, standing }) {
    const urls = new Set(standing.map((page) => page.url));
    const own = dump.posts.filter((post) => isPage(world, post) && post.state === 'SUCCEEDED');
    return own.flatMap((post) => (urls.has(post.url ?? '') ? [] : [`${post.url} (${post.marker}) is not there`]));
  },
};
