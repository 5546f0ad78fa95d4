import { biography } from '#connectors/kit/biography.ts';
import type { Found, Job, PostContent, Published, Publishing } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { escapeHtml } from '#connectors/kit/escape-html.ts';
import { htmlToText } from '#connectors/kit/html-to-text.ts';
import { textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import { accepted, callRest, objectIn, sendCall } from './rest-call.ts';

const route = 'wp/v2/users/me';
const query = { context: 'edit', _fields: 'id,link,url,description' };

/**
 * The public profile of an account: its web address, and its biography, which most themes show on the page of its posts
 * (wp/v2/users). A profile that holds one of the two already is left as it is.
 */
export const profile: Publishing = {
  accepts: { markup: 'html', titleMaxLength: 255, images: false, tags: false, rel: false },
  publish: (job, content) => oneByOne(job, () => fill(job, content)),
  async lookUp(job, content): Promise<Found> {
    const now = await readProfile(job);
    return isOurs(now, content) ? published(job, now, content) : { state: 'absent' };
  },
};

async function fill(job: Job, content: PostContent): Promise<Published> {
  const before = await readProfile(job);
  if (isOurs(before, content)) return published(job, before, content);
  // The first user of a blog is given its address.
  const isOwnAddress = before.url === '' || isSameSite(job.site.url, before.url);
  if (before.description.trim() !== '' || !isOwnAddress)
    throw new Fatal('The profile of this account has a text already, and is filled only once: use another account');
  const answer = await sendCall(job, { method: 'POST', route, query, body: fieldsOf(content), act: true });
  const after = toProfile(accepted(job, answer, true));
  if (after === undefined) throw new Unconfirmed('WordPress took the profile but did not say where it stands');
  return published(job, after, content);
}

const onTheWay = new WeakMap<Map<string, string>, Promise<unknown>>();

/** Two posts to one account: the second finds what the first one left. */
async function oneByOne<T>({ tools }: Job, work: () => Promise<T>): Promise<T> {
  const before = onTheWay.get(tools.memory) ?? Promise.resolve();
  const own = before.then(work, work);
  onTheWay.set(tools.memory, own);
  return await own;
}

interface UserProfile {
  id: number;
  /** Page of the account's posts, with its profile. */
  link: string;
  url: string;
  description: string;
}

async function readProfile(job: Job): Promise<UserProfile> {
  const found = toProfile(await callRest(job, { method: 'GET', route, query }));
  if (found === undefined) throw new Retryable('WordPress answered without the profile');
  return found;
}

function toProfile(answer: OutsideAnswer): UserProfile | undefined {
  const user = objectIn(answer);
  const link = textOf(user, 'link');
  if (typeof user?.id !== 'number' || link === '') return undefined;
  return { id: user.id, link, url: textOf(user, 'url'), description: textOf(user, 'description') };
}

function published(job: Job, { id, link }: UserProfile, { links }: PostContent): Published {
  if (!isSameSite(job.site.url, link)) throw new Unconfirmed('WordPress names a profile on another host');
  // It keeps of a link its address and its words (wp_filter_kses).
  return { state: 'published', url: link, remoteId: String(id), links: links.map((one) => ({ ...one, rel: '' })) };
}

function fieldsOf(content: PostContent): { url: string; description: string } {
  return { url: content.links[0]?.url ?? '', description: biography(content) };
}

/** WordPress may write markup in its own way; the words stay. */
function isOurs({ description }: UserProfile, content: PostContent): boolean {
  const words = (html: string) => htmlToText(html).replace(/\s+/g, ' ').trim();
  const isThere = (url: string) => description.includes(url) || description.includes(escapeHtml(url));
  return words(description) === words(biography(content)) && content.links.every(({ url }) => isThere(url));
}
