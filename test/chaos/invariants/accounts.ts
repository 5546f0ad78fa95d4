import type { Evidence, Invariant } from '../evidence.ts';

type Post = Evidence['dump']['posts'][number];
const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Acts that may have made an account at a site. */
const actsAt = ({ dump, sites }: Evidence, url: string): Post[] => {
  const ids = sites.filter((site) => site.url === url).map((site) => site.siteId);
  return dump.posts.filter((post) => post.kind === 'register' && ids.includes(post.siteId));
};

/** Rows of deleted projects are gone with what they knew. */
const isGone = ({ calls }: Evidence) =>
  calls.some(
    (call) => ['deleteProjects', 'deleteCampaigns'].includes(call.call) && call.refused === null && call.status !== 404,
  );

export const accountRecorded: Invariant = {
  name: 'every account that was made is recorded or UNKNOWN',
  judge: (evidence) =>
    evidence.users.flatMap(({ site, name }) => {
      if (isGone(evidence)) return [];
      const own = actsAt(evidence, site).filter((post) => same(post.person, name));
      if (own.some((post) => post.state === 'SUCCEEDED' || post.state === 'UNKNOWN')) return [];
      return [`${name} stands at ${site}, its acts: ${own.map((post) => `${post.state} ${post.reason}`).join(', ')}`];
    }),
};

export const accountOnce: Invariant = {
  name: 'no act makes two accounts',
  judge: (evidence) =>
    [...Map.groupBy(evidence.users, (user) => user.site)].flatMap(([site, users]) => {
      if (isGone(evidence)) return [];
      const acts = actsAt(evidence, site).length;
      return users.length > acts ? [`${users.length} accounts stand at ${site}, ${acts} were planned`] : [];
    }),
};

export const accountStands: Invariant = {
  name: 'every recorded account stands on its site',
  judge: ({ dump, sites, users }) =>
    sites.flatMap(({ siteId, url }) =>
      dump.posts
        .filter((post) => post.kind === 'register' && post.state === 'SUCCEEDED' && post.siteId === siteId)
        .filter((post) => !users.some((user) => user.site === url && same(post.person, user.name)))
        .map((post) => `${post.person} is said to be at ${siteId}, and is not`),
    ),
};
