import { biography } from '#connectors/kit/biography.ts';
import type { Found, Job, PostContent, Published, Publishing } from '#connectors/kit/contract/platforms.ts';
import { Fatal, NeedsOperator, Retryable } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { hasMarker } from '#connectors/kit/marker.ts';
import { listOf, objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { call, formattingOf, forms, placeOf } from './redmine-call.ts';
import { bodyText, standingLinks } from './text.ts';

/**
 * The public page of an account (/users/1): it shows the fields that the owner made for users. The first long text with
 * text formatting takes the words, the first link the web address (D-ENG-12). One that holds a text is left as it is.
 */
export const profile: Publishing = {
  accepts: { markup: 'html', titleMaxLength: 255, images: false, tags: false, rel: false },
  async publish(job, content) {
    const before = await readProfile(job);
    if (hasMarker(before.text, content.marker)) return published(job, before.userId, content);
    if (before.text.trim() !== '' || before.address !== '')
      throw new Fatal('The profile of this account has a text already, and is filled only once: use another account');
    await write(job, before, content, true);
    return published(job, before.userId, content);
  },
  async lookUp(job, content): Promise<Found> {
    const { userId, text } = await readProfile(job);
    return hasMarker(text, content.marker) ? published(job, userId, content) : { state: 'absent' };
  },
  async update(job, remoteId, content) {
    const before = await readProfile(job);
    if (before.userId !== remoteId) throw new Fatal('The key belongs to another account now');
    await write(job, before, content, false);
    return published(job, remoteId, content);
  },
};

interface OwnProfile {
  userId: string;
  /** Numbers of the fields; the address has one where the owner made one. */
  fields: { text: string; address: string | undefined };
  text: string;
  address: string;
}

async function readProfile(job: Job): Promise<OwnProfile> {
  // The interface tells values of fields, its form alone of which kind they are (app/helpers/custom_fields_helper.rb).
  const form = (await call(job, { method: 'GET', route: '/my/account' })).text;
  const fields = { text: fieldIn(form, 'textarea', /\bwiki-edit\b/), address: fieldIn(form, 'input', /\blink_cf\b/) };
  const { text } = fields;
  if (text === undefined)
    throw new NeedsOperator(
      'Profiles of this Redmine have no field for a text: its owner makes one (Custom fields, Users, Long text with text formatting, visible and editable)',
      'confirmation',
    );
  const user = objectOf(readObject((await call(job, { method: 'GET', route: '/my/account.json' })).text), 'user');
  if (typeof user?.id !== 'number') throw new Retryable('Redmine answered without the account');
  const values = new Map(listOf(user, 'custom_fields').map((one) => [String(one.id), textOf(one, 'value')]));
  const toldOf = (id: string | undefined) => values.get(id ?? '') ?? '';
  return {
    ...{ userId: String(user.id), fields: { ...fields, text } },
    ...{ text: toldOf(text), address: toldOf(fields.address) },
  };
}

/** Number of the first field of a kind. */
function fieldIn(form: string, element: string, kind: RegExp): string | undefined {
  for (const one of findElements(form, element)) {
    const id = /^user\[custom_field_values\]\[(\d+)\]$/.exec(attributeOf(one, 'name') ?? '')?.[1];
    if (id !== undefined && kind.test(attributeOf(one, 'class') ?? '')) return id;
  }
  return undefined;
}

async function write(job: Job, { fields }: OwnProfile, content: PostContent, act: boolean): Promise<void> {
  const paragraphs = biography(content).split('\n\n');
  const html = paragraphs.map((part) => `<p>${part}</p>`).join('\n');
  const text = bodyText({ ...content, html }, await formattingOf(job, forms.wiki, forms.news));
  const address = content.links[0]?.url ?? '';
  const values = { [fields.text]: text, ...(fields.address === undefined ? {} : { [fields.address]: address }) };
  const body = { user: { custom_field_values: values } };
  await call(job, { method: 'PUT', route: '/my/account.json', body, act });
}

/** Redmine names no addresses of people; they are its routes (config/routes.rb). */
function published(job: Job, userId: string, { links }: PostContent): Published {
  const url = `${placeOf(job.site).root}users/${userId}`;
  return { state: 'published', url, remoteId: userId, ...standingLinks(links) };
}
