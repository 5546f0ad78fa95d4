import type { Checked } from '#connectors/kit/contract/connector.ts';
import type {
  Found,
  Job,
  Pending,
  Platform,
  PostContent,
  Published,
  Sending,
} from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { hasMarker, withMarker, withoutMarker } from '#connectors/kit/marker.ts';
import { isObject, objectOf, readJson, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { withUploads } from './media.ts';
import { pdfInLibrary } from './pdf.ts';
import { chooseSlug, slugsOf } from './post-body.ts';
import { profile } from './profile.ts';
import { accepted, callRest, errorCode, errorOf, objectIn, removeAt, sendCall } from './rest-call.ts';
import { readAnnouncement, readIndex, rowsOf, tryUsualRoots } from './rest-root.ts';
import { signUp } from './sign-up.ts';
import { categoryId, forgetTerms, tagIds } from './terms.ts';

/** WordPress 5.6+ by its REST interface with application passwords. */
export const wordpress: Platform = {
  id: 'wordpress',
  label: 'WordPress',
  modules: [
    'SocialNetwork',
    'Private',
    'ArticleDirectory',
    'PressRelease',
    'PrivateArticleDirectory',
    'PDF',
    'PrivatePDF',
    'WebProfile',
  ],
  fields: [
    {
      name: 'username',
      label: 'Username',
      kind: 'text',
      required: true,
      help: 'Login name of an author, editor or administrator',
    },
    {
      name: 'password',
      label: 'Application password',
      kind: 'secret',
      required: true,
      help: 'Made in WordPress under Users, Profile, Application Passwords; the normal password does not work',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make an application password for this user in WordPress.',
      link: { text: 'Open the profile there', url: '{site}wp-admin/profile.php#application-passwords-section' },
    },
    {
      when: 'credentials',
      text: 'Make a new application password for this user, or give the user the role Author.',
      link: { text: 'Open the profile there', url: '{site}wp-admin/profile.php#application-passwords-section' },
    },
    { when: 'ban', text: 'Allow the REST interface (wp-json) in the firewall or security plugin of this site.' },
  ],
  accepts: { markup: 'html', titleMaxLength: 255, images: true, tags: true, rel: true, editorial: true },
  settleMs: 60_000,
  publish,
  lookUp,
  update,
  unmark,
  remove: (job, remoteId) => removeAt(job, `wp/v2/posts/${encodeURIComponent(remoteId)}`),
  ownWays: { WebProfile: profile, PDF: pdfInLibrary, PrivatePDF: pdfInLibrary },
  signUp,
  check,
  async probe(site, tools) {
    const page = await readAnnouncement(site, tools);
    const index = page.root ? await readIndex(page.root, tools) : await tryUsualRoots(page.home, tools);
    if (index === undefined) {
      const detail = page.looksLikeWordPress ? 'WordPress, REST interface closed' : 'No WordPress found';
      return { recognised: page.looksLikeWordPress, open: false, detail };
    }
    if (!isSameSite(site.url, index.root))
      return { recognised: true, open: false, detail: liesElsewhere('WordPress', index.root) };
    const detail = index.hasApplicationPasswords
      ? 'WordPress, REST interface open'
      : 'WordPress, REST interface open, but application passwords are off';
    return { recognised: true, open: index.hasApplicationPasswords, detail };
  },
};

const postFields = 'id,link,status,slug,permalink_template';

async function publish(job: Job, content: PostContent): Promise<Published | Pending> {
  const category = content.category === undefined ? undefined : await categoryId(job, content.category);
  const { html, featured } = await withUploads(job, content);
  const body = {
    title: content.title,
    content: withMarker({ html, marker: content.marker }),
    ...statusOf(content),
    slug: chooseSlug(job, content),
    tags: await tagIds(job, content.tags),
    ...(category === undefined ? {} : { categories: [category] }),
    ...(content.excerpt === undefined ? {} : { excerpt: content.excerpt }),
    ...(featured === undefined ? {} : { featured_media: featured }),
  };
  const query = { _fields: postFields };
  const answer = await sendCall(job, { method: 'POST', route: 'wp/v2/posts', query, body, act: true });
  if (errorCode(answer) === 'rest_cannot_assign_term') {
    forgetTerms(job, content);
    throw new Retryable('WordPress does not know a tag or the category of this post');
  }
  const post = readPost(accepted(job, answer, true));
  if (post === undefined) throw new Unconfirmed('WordPress took the post but did not say where it stands');
  return whereItStands(post, content);
}

/** WordPress shows a post of a time that is over at once. */
function statusOf({ status, publishAt }: PostContent): Record<string, string> {
  if (publishAt === undefined) return { status: status ?? 'publish' };
  return { status: 'future', date_gmt: publishAt.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length) };
}

/** A draft or a time that was asked for is where it should be, though no reader sees it yet. */
function whereItStands(
  post: { id: string; link: string; status: string },
  content: Pick<PostContent, 'status' | 'publishAt'>,
): Published | Pending {
  const isPlanned = post.status === 'future' && content.publishAt !== undefined;
  if (isPlanned || post.status === (content.status ?? 'publish'))
    return { state: 'published', url: post.link, remoteId: post.id };
  return { state: 'pending', token: post.id };
}

/** Reads id, link and status. */
function readPost(answer: OutsideAnswer): { id: string; link: string; status: string } | undefined {
  return toPost(objectIn(answer));
}

function toPost(post: Record<string, unknown> | undefined): { id: string; link: string; status: string } | undefined {
  const link = textOf(post, 'link');
  if (typeof post?.id !== 'number' || link === '') return undefined;
  const status = textOf(post, 'status');
  // Until its time WordPress names a plain address; readers will find it under this one.
  const planned = status === 'future' ? textOf(post, 'permalink_template') : '';
  const address = planned.replace(/%(?:postname|pagename)%/, () => textOf(post, 'slug'));
  return { id: String(post.id), link: address || link, status };
}

async function lookUp(job: Job, content: PostContent, { token }: Sending): Promise<Found> {
  if (token !== null) return lookUpId(job, token, content);
  const found =
    (await listOurs(job, content, { slug: slugsOf(content).join(',') })) ??
    (await listOurs(job, content, { search: content.marker }));
  return found ?? { state: 'absent' };
}

async function lookUpId(job: Job, id: string, content: PostContent): Promise<Found> {
  const query = { context: 'edit', _fields: postFields };
  const answer = await sendCall(job, { method: 'GET', route: `wp/v2/posts/${id}`, query });
  if (errorCode(answer) === 'rest_post_invalid_id') return { state: 'absent' };
  if (answer.status !== 200) throw errorOf(job, answer, false);
  const post = readPost(answer);
  if (post === undefined) return { state: 'unknown', reason: 'WordPress answered without the post' };
  return post.status === 'trash' ? { state: 'absent' } : whereItStands(post, content);
}

async function listOurs(job: Job, content: PostContent, by: Record<string, string>): Promise<Found | undefined> {
  const query = { ...by, status: 'any', context: 'edit', per_page: '20', _fields: `${postFields},content.raw` };
  const answer = await callRest(job, { method: 'GET', route: 'wp/v2/posts', query });
  const list = readJson(answer.text);
  if (!Array.isArray(list))
    return { state: 'unknown', reason: 'WordPress answered the look-up with something unreadable' };
  const ours = rowsOf(list).find((row) => hasMarker(textOf(objectOf(row, 'content'), 'raw'), content.marker));
  if (ours === undefined) return undefined;
  const post = toPost(ours);
  // Our marker stands there, whatever a plugin made of the rest: surely not absent.
  return post === undefined
    ? { state: 'unknown', reason: 'WordPress shows the post without its number or address' }
    : whereItStands(post, content);
}

/** Sent twice it changes nothing more: not declared an act, so that a lost answer is simply tried again. */
async function update(job: Job, remoteId: string, content: PostContent): Promise<Published> {
  const { html } = await withUploads(job, content);
  const text = withMarker({ html, marker: content.marker });
  const body = { title: content.title, content: text, tags: await tagIds(job, content.tags) };
  const route = `wp/v2/posts/${encodeURIComponent(remoteId)}`;
  const answer = await callRest(job, { method: 'POST', route, query: { _fields: postFields }, body });
  const post = readPost(answer);
  if (post === undefined) throw new Unconfirmed('WordPress took the change but did not say where the post stands');
  return { state: 'published', url: post.link, remoteId: post.id };
}

async function unmark(job: Job, remoteId: string, marker: string): Promise<void> {
  const route = `wp/v2/posts/${encodeURIComponent(remoteId)}`;
  const query = { context: 'edit', _fields: 'id,content.raw' };
  const post = objectIn(await callRest(job, { method: 'GET', route, query }));
  const content = withoutMarker(textOf(objectOf(post, 'content'), 'raw'), marker);
  if (content !== undefined)
    await callRest(job, { method: 'POST', route, query: { _fields: 'id' }, body: { content } });
}

async function check(job: Job): Promise<Checked> {
  const query = { context: 'edit', _fields: 'id,name,capabilities' };
  const answer = await callRest(job, { method: 'GET', route: 'wp/v2/users/me', query });
  const user = readObject(answer.text);
  const capabilities = user?.capabilities;
  if (!isObject(capabilities) || capabilities.publish_posts !== true) {
    throw new NeedsOperator(
      'This WordPress user may not publish posts: give it the role Author or Editor',
      'credentials',
    );
  }
  return { detail: `Signed in as ${textOf(user, 'name')}, may publish` };
}
