import type { Checked } from '#connectors/kit/contract/connector.ts';
import type {
  Found,
  Job,
  Pending,
  Platform,
  PostContent,
  Published,
  Sending,
  SiteTarget,
} from '#connectors/kit/contract/platforms.ts';
import type { Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { hasMarker, withMarker, withoutMarker } from '#connectors/kit/marker.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { structsIn, type XmlRpcStruct, type XmlRpcValue } from '#connectors/kit/xml-rpc.ts';
import { findEndpoint } from './find-endpoint.ts';
import { call, errorOfFault, Fault, type RpcCall } from './rpc-call.ts';

/** Posts that a look-up reads, newest first: a few, and once more many, when a busy blog put so many on top of ours. */
const looks = [30, 300];
/** Clocks of blogs are off by this at most, and their times name no zone: a day either way. */
const dateSlackMs = 26 * 3_600_000;

/** Blogs with the MetaWeblog interface over XML-RPC: WordPress where its REST interface is closed, Movable Type, and others. */
export const xmlrpcBlog: Platform = {
  id: 'xmlrpc-blog',
  label: 'Blog by XML-RPC',
  modules: ['SocialNetwork', 'Private', 'ArticleDirectory', 'PressRelease', 'PrivateArticleDirectory'],
  fields: [
    { name: 'username', label: 'Username', kind: 'text', required: true, help: 'Login name of an author or editor' },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      required: true,
      help: 'On WordPress an application password works too, and is the better choice',
    },
  ],
  asks: [
    { when: 'setup', text: 'Switch XML-RPC (MetaWeblog) on in the settings of the blog, if it is off.' },
    { when: 'credentials', text: 'Compare name and password with the blog, and give the user the right to publish.' },
    { when: 'ban', text: 'Allow XML-RPC in the firewall or security plugin of this blog.' },
  ],
  accepts: { markup: 'html', titleMaxLength: 255, images: true, tags: true, rel: true },
  settleMs: 60_000,
  publish,
  lookUp,
  update,
  unmark,
  remove,
  check,
  probe,
};

/** Sends a call; a fault becomes one of the four errors. */
async function carryOut(job: Job, request: RpcCall): Promise<XmlRpcValue> {
  try {
    return await call(job, request);
  } catch (error) {
    throw errorOfFault(error, request.act === true);
  }
}

const login = ({ account }: Job): [string, string] => [account.username, account.password];

/** Number of the account's blog at this address: one login may have several. */
async function blogId(job: Job): Promise<string> {
  const key = `blog ${job.site.url}`;
  const known = job.tools.memory.get(key);
  if (known !== undefined) return known;
  const blogs = structsIn(await carryOut(job, { method: 'blogger.getUsersBlogs', parameters: ['', ...login(job)] }));
  const own = blogs.find((blog) => isSameSite(job.site.url, text(blog.url))) ?? blogs[0];
  if (own === undefined) throw new NeedsOperator('This user has no blog there', 'credentials');
  const id = text(own.blogid);
  job.tools.memory.set(key, id);
  return id;
}

function structOf(content: PostContent): XmlRpcStruct {
  return {
    title: content.title,
    description: withMarker(content),
    mt_keywords: content.tags.map((tag) => tag.replaceAll(',', ' ').trim()).filter((tag) => tag !== ''),
    ...(content.excerpt === undefined ? {} : { mt_excerpt: content.excerpt }),
  };
}

async function publish(job: Job, content: PostContent): Promise<Published | Pending> {
  const blog = await blogId(job);
  const parameters = [blog, ...login(job), structOf(content), true];
  const id = text(await carryOut(job, { method: 'metaWeblog.newPost', parameters, act: true }));
  if (id === '') throw new Unconfirmed('The blog took the post but did not say under which number');
  try {
    const post = await readPost(job, id);
    return post === undefined ? { state: 'pending', token: id } : whereItStands(post);
  } catch (error) {
    // It is made: only where it stands is not known yet.
    if (error instanceof Retryable) return { state: 'pending', token: id };
    throw error;
  }
}

interface StoredPost {
  id: string;
  link: string;
  isPublic: boolean;
  text: string;
  createdAt: number | null;
}

async function readPost(job: Job, id: string): Promise<StoredPost | undefined> {
  try {
    return toPost(await call(job, { method: 'metaWeblog.getPost', parameters: [id, ...login(job)] }));
  } catch (error) {
    if (error instanceof Fault && error.code === 404) return undefined;
    throw errorOfFault(error, false);
  }
}

function toPost(value: XmlRpcValue): StoredPost {
  const [post] = structsIn([value]);
  const link = text(post?.permaLink) || text(post?.link);
  const created = post?.date_created_gmt ?? post?.dateCreated;
  return {
    id: text(post?.postid),
    link: /^https?:/.test(link) ? link : '',
    isPublic: ['', 'publish'].includes(text(post?.post_status)),
    text: `${text(post?.description)} ${text(post?.mt_text_more)}`,
    createdAt: created instanceof Date ? created.getTime() : null,
  };
}

const whereItStands = ({ id, link, isPublic }: StoredPost): Published | Pending =>
  isPublic && link !== '' ? { state: 'published', url: link, remoteId: id } : { state: 'pending', token: id };

async function lookUp(job: Job, content: PostContent, { token, sentAt }: Sending): Promise<Found> {
  if (token !== null) {
    const post = await readPost(job, token);
    return post === undefined ? { state: 'absent' } : whereItStands(post);
  }
  const blog = await blogId(job);
  for (const count of looks) {
    const parameters = [blog, ...login(job), count];
    const posts = structsIn(await carryOut(job, { method: 'metaWeblog.getRecentPosts', parameters })).map(toPost);
    const ours = posts.find((post) => hasMarker(post.text, content.marker));
    if (ours !== undefined) return whereItStands(ours);
    const isOlder = ({ createdAt }: StoredPost) =>
      createdAt !== null && sentAt !== null && createdAt < sentAt - dateSlackMs;
    if (posts.length < count || posts.some(isOlder)) return { state: 'absent' };
  }
  return { state: 'unknown', reason: `The blog has more than ${looks.at(-1)} newer posts` };
}

/** Sent twice it changes nothing more: not declared an act, so that a lost answer is simply tried again. */
async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  const parameters = [remoteId, ...login(job), structOf(content), true];
  await carryOut(job, { method: 'metaWeblog.editPost', parameters });
  const post = await readPost(job, remoteId);
  if (post === undefined || post.link === '') throw new Fatal('The blog took the change but does not show the post');
  return { state: 'published', url: post.link, remoteId };
}

/** What is left out of an edit may be emptied by it: all that stands there goes back. */
const kept = ['title', 'description', 'mt_text_more', 'mt_excerpt', 'mt_keywords', 'categories'] as const;

async function unmark(job: Job, remoteId: string, marker: string): Promise<void> {
  const [post] = structsIn([
    await carryOut(job, { method: 'metaWeblog.getPost', parameters: [remoteId, ...login(job)] }),
  ]);
  const description = withoutMarker(text(post?.description), marker);
  if (!post || description === undefined) return;
  const known = kept.flatMap((name) => (post[name] === undefined ? [] : [[name, post[name]] as const]));
  const struct: XmlRpcStruct = { ...Object.fromEntries(known), description };
  await carryOut(job, { method: 'metaWeblog.editPost', parameters: [remoteId, ...login(job), struct, true] });
}

/** Done when the post is gone, whoever removed it. */
async function remove(job: Job, remoteId: string): Promise<void> {
  try {
    await call(job, { method: 'blogger.deletePost', parameters: ['', remoteId, ...login(job), true] });
  } catch (error) {
    if (!(error instanceof Fault && error.code === 404)) throw errorOfFault(error, false);
  }
}

/** Whoever may not post is refused the categories too (WordPress), so that no post is needed to find out. */
async function check(job: Job): Promise<Checked> {
  const blog = await blogId(job);
  await carryOut(job, { method: 'metaWeblog.getCategories', parameters: [blog, ...login(job)] });
  return { detail: `Signed in as ${job.account.username}, may post` };
}

async function probe(site: SiteTarget, tools: Tools) {
  const { url, isNamed } = await findEndpoint(site, tools);
  const nothing = { recognised: false, open: false, detail: 'No blog with XML-RPC found' };
  if (!isSameSite(site.url, url))
    return isNamed ? { recognised: true, open: false, detail: liesElsewhere('The blog', url) } : nothing;
  // Calls are POST; what a GET is told shows that somebody listens (WordPress: 405, "accepts POST requests only").
  const { status, text: said } = await tools.http({ method: 'GET', url, raw: true });
  const open = status === 405 || (status < 300 && /xml-?rpc|methodResponse/i.test(said));
  if (open) return { recognised: true, open, detail: 'Blog, XML-RPC open' };
  return isNamed ? { recognised: true, open, detail: 'Blog, XML-RPC closed' } : nothing;
}

/** A value as text: numbers of posts come as both. */
function text(value: XmlRpcValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
