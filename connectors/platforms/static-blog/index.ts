import { type BlogState, markOf, readState, stateFile } from '#connectors/kit/blog/blog.ts';
import { listFiles } from '#connectors/kit/blog/lists.ts';
import { postOf, writePost } from '#connectors/kit/blog/write-blog.ts';
import type { Job, Platform, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import type { SiteFiles } from '#connectors/kit/contract/tools.ts';
import { Fatal } from '#connectors/kit/errors.ts';

const notOurs = 'This blog was not made under Cloud Blog Generator, or its cloud account was deleted';

function filesOf({ files }: Job): SiteFiles {
  if (!files) throw new Fatal(notOurs);
  return files;
}

async function stateOf(files: SiteFiles): Promise<BlogState> {
  const text = await files.read(stateFile);
  const state = text === null ? undefined : readState(text);
  if (!state) throw new Fatal(`There is no blog: its file ${stateFile} is gone, or was changed by other hands`);
  return state;
}

/** What a post is known by, also when it is sent again. */
const knownAs = ({ marker, title, html }: PostContent) => (marker === '' ? `${title}\n${html}` : marker);

function published({ facts }: BlogState, path: string): Published {
  return { state: 'published', url: facts.base + path, remoteId: path };
}

/**
 * Puts the page of a post, then all that tells of posts. The state is put last: broken off before it, the post is absent, and
 * sent again it writes over what it left.
 */
async function put(files: SiteFiles, state: BlogState, content: PostContent, at: string): Promise<Published> {
  const made = postOf(knownAs(content), { title: content.title, html: content.html, at });
  const before = state.posts.find((post) => post.mark === made.mark);
  const post = before ? { ...made, path: before.path, at: before.at } : made;
  const { html, author, tags } = content;
  await files.put(writePost(state.facts, { post, html, author: author.name, tags }));
  const others = state.posts.filter((one) => one.mark !== made.mark);
  const posts = [post, ...others].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  await putLists(files, { ...state, posts });
  return published(state, post.path);
}

async function putLists(files: SiteFiles, state: BlogState): Promise<void> {
  for (const file of listFiles(state)) await files.put(file);
}

/** A blog that the product made and keeps: pages in a store of files, written anew with each post. */
export const staticBlog: Platform = {
  id: 'static-blog',
  label: 'Static blog',
  fields: [],
  asks: [
    { when: 'setup', text: 'Make the blog under Cloud Blog Generator: it enters Custom Sites by itself.' },
    { when: 'credentials', text: 'Check the keys of its account under Cloud Accounts.' },
  ],
  modules: ['SocialNetwork', 'ArticleDirectory', 'Private', 'PrivateArticleDirectory'],
  accepts: { markup: 'html', titleMaxLength: 500, images: true, tags: true, rel: true },
  settleMs: 10_000,
  ownLogin: true,
  async publish(job, content) {
    const files = filesOf(job);
    return files.alone(async () => {
      const state = await stateOf(files);
      const mark = markOf(knownAs(content));
      const known = state.posts.find((post) => post.mark === mark);
      if (known) return published(state, known.path);
      return put(files, state, content, new Date(job.tools.now()).toISOString());
    });
  },
  async lookUp(job, content) {
    const state = await stateOf(filesOf(job));
    const mark = markOf(knownAs(content));
    const known = state.posts.find((post) => post.mark === mark);
    return known ? published(state, known.path) : { state: 'absent' };
  },
  async update(job, remoteId, content) {
    const files = filesOf(job);
    return files.alone(async () => {
      const state = await stateOf(files);
      const known = state.posts.find((post) => post.path === remoteId);
      if (!known) throw new Fatal('The post is not in the blog any more');
      return put(files, state, content, known.at);
    });
  },
  async remove(job, remoteId) {
    const files = filesOf(job);
    return files.alone(async () => {
      const state = await stateOf(files);
      // Out of the lists first: none of them leads to a page that is gone.
      const posts = state.posts.filter((post) => post.path !== remoteId);
      if (posts.length < state.posts.length) await putLists(files, { ...state, posts });
      await files.remove(remoteId);
    });
  },
  async check(job) {
    const { facts, posts } = await stateOf(filesOf(job));
    return { detail: `The blog "${facts.title}" is there, with ${posts.length} posts` };
  },
  async probe({ url }, tools) {
    const answer = await tools.http({ method: 'GET', url: new URL(stateFile, url).href, raw: true });
    const state = answer.status === 200 ? readState(answer.text) : undefined;
    if (!state) return { recognised: false, open: false, detail: 'No static blog of ours at this address' };
    return { recognised: true, open: true, detail: `Static blog "${state.facts.title}"` };
  },
};
