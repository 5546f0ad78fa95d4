import type { Found, Job, Platform, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { hasMarker, markerSign, withoutMarker } from '#connectors/kit/marker.ts';
import { listOf, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { call, probe } from './admin-call.ts';
import { type Blog, readBlog, standingLinks } from './link-tags.ts';
import { dressOf, textOfPost } from './post-body.ts';

/** Ghost 5+ by its Admin API, with the key of a custom integration. */
export const ghost: Platform = {
  id: 'ghost',
  label: 'Ghost',
  modules: ['SocialNetwork', 'Private', 'ArticleDirectory', 'PressRelease', 'PrivateArticleDirectory'],
  fields: [
    {
      name: 'password',
      label: 'Admin API key',
      kind: 'secret',
      required: true,
      help: 'Of a custom integration in Ghost (Settings, Integrations); two parts with a colon between them',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make a custom integration in Ghost and copy its Admin API key. Ghost adds its own name to the addresses of links (?ref=) until Outbound link tagging is switched off under Analytics.',
      link: { text: 'Open the integrations there', url: '{site}ghost/#/settings/integrations' },
    },
    {
      when: 'credentials',
      text: 'Compare the Admin API key with the one of the integration in Ghost, and set the clock of its server.',
      link: { text: 'Open the integrations there', url: '{site}ghost/#/settings/integrations' },
    },
    { when: 'ban', text: 'Let the firewall of this blog pass ghost/api/admin.' },
  ],
  accepts: { markup: 'html', titleMaxLength: 255, images: true, tags: true, rel: true, editorial: true },
  settleMs: 60_000,
  publish,
  lookUp,
  update,
  unmark,
  async remove(job, remoteId) {
    await call(job, { method: 'DELETE', route: routeOf(remoteId) }, [404]);
  },
  async check(job) {
    const { title, tagsLinks } = await readBlog(job);
    const tagging = tagsLinks ? '; it adds ?ref= and its name to the addresses of links' : '';
    return { detail: `The key opens ${title || 'the blog'}, and may post${tagging}` };
  },
  probe,
};

const routeOf = (id: string) => `posts/${encodeURIComponent(id)}/`;

async function publish(job: Job, content: PostContent): Promise<Published> {
  const blog = await readBlog(job);
  const post = { ...(await textOfPost(job, content)), ...(await dressOf(job, content)) };
  const request = { method: 'POST', route: 'posts/', query: { source: 'html' }, body: { posts: [post] } } as const;
  const made = postIn(await call(job, { ...request, act: true }));
  if (made === undefined) throw new Unconfirmed('Ghost took the post but did not say where it stands');
  return whereItStands(made, content, blog);
}

interface StoredPost {
  id: string;
  url: string;
  slug: string;
  status: string;
  updatedAt: string;
}

const toPost = (row: Record<string, unknown>): StoredPost => ({
  ...{ id: textOf(row, 'id'), url: textOf(row, 'url'), slug: textOf(row, 'slug'), status: textOf(row, 'status') },
  updatedAt: textOf(row, 'updated_at'),
});

function postIn({ text }: OutsideAnswer): StoredPost | undefined {
  const [row] = listOf(readObject(text), 'posts');
  const post = row && toPost(row);
  return post?.id && post.url ? post : undefined;
}

function whereItStands({ id, url, slug, status }: StoredPost, { links }: PostContent, blog: Blog): Published {
  // Until its time Ghost names an address for its editors ("/p/..."); readers will find it under this one, unless the blog
  // has routes of its own (routes.yaml).
  const address = status === 'scheduled' ? url.replace(/\/p\/[^/]+\/$/, `/${slug}/`) : url;
  return { state: 'published', url: address, remoteId: id, ...standingLinks(links, blog, address) };
}

/** By the marker in its text, which Ghost searches for (NQL, "~" for texts that hold another). */
async function lookUp(job: Job, content: PostContent): Promise<Found> {
  const filter = `html:~'${markerSign(content.marker)}'`;
  const query = { filter, formats: 'html', limit: '20' };
  const answer = readObject((await call(job, { method: 'GET', route: 'posts/', query })).text);
  if (!Array.isArray(answer?.posts))
    return { state: 'unknown', reason: 'Ghost answered the look-up with something unreadable' };
  const ours = listOf(answer, 'posts').find((row) => hasMarker(textOf(row, 'html'), content.marker));
  if (ours === undefined) return { state: 'absent' };
  return whereItStands(toPost(ours), content, await readBlog(job));
}

/** In the form that Ghost keeps texts in: what its editor made of them meanwhile stays as it is. */
async function unmark(job: Job, remoteId: string, marker: string): Promise<void> {
  const route = routeOf(remoteId);
  const before = await call(job, { method: 'GET', route, query: { formats: 'lexical' } }, [404]);
  const [post] = listOf(readObject(before.text), 'posts');
  const lexical = withoutMarker(textOf(post, 'lexical'), marker);
  const body = { posts: [{ lexical, updated_at: textOf(post, 'updated_at') }] };
  if (lexical !== undefined) await call(job, { method: 'PUT', route, body });
}

/** Sent twice it changes nothing more: no act. Ghost wants to know which state of the post is changed (updated_at). */
async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  const blog = await readBlog(job);
  const before = await call(job, { method: 'GET', route: routeOf(remoteId) }, [404]);
  if (before.status === 404) throw new Fatal('The post is gone from Ghost');
  const post = postIn(before);
  if (post === undefined) throw new Retryable('Ghost answered without the post');
  const changes = { ...(await textOfPost(job, content)), updated_at: post.updatedAt };
  const request = { method: 'PUT', route: routeOf(remoteId), query: { source: 'html' } } as const;
  const after = postIn(await call(job, { ...request, body: { posts: [changes] } }));
  if (after === undefined) throw new Retryable('Ghost answered the change with something unreadable');
  return whereItStands(after, content, blog);
}
