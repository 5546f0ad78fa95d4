import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { FoundMedia, MediaSource } from '#connectors/kit/contract/media.ts';
import { Retryable } from '#connectors/kit/errors.ts';
import { askSource, dayMs, idOf, isWhole, requireList, sizeOf } from '#connectors/kit/media/ask-source.ts';
import { asksOf, keyField } from '#connectors/kit/media/declare.ts';
import { objectOf, textOf } from '#connectors/kit/read-answer.ts';

const label = 'Unsplash';

/**
 * Photos of Unsplash (unsplash.com/documentation): 50 questions an hour until the application is approved. Its rules: photos
 * stay where they are, links to it name the application, and each use is told.
 */
export const unsplash: MediaSource = {
  id: 'unsplash',
  label,
  address: 'https://api.unsplash.com',
  fields: [
    keyField('The access key of your application at Unsplash'),
    {
      name: 'appName',
      label: 'Name of the application',
      kind: 'text',
      required: false,
      help: 'As it is registered at Unsplash: links to photos name it',
    },
  ],
  asks: asksOf(label, 'https://unsplash.com/oauth/applications'),
  finds: ['image'],
  maxWanted: 30,
  hosting: 'must-link',
  keepMs: dayMs,
  async find(job, { words, wanted, after }) {
    const page = Number(after ?? '1');
    const query = { query: words, per_page: String(wanted), page: String(page), content_filter: 'high' };
    const answer = await ask(job, '/search/photos', query);
    const appName = textField(job.key, 'appName');
    const found = requireList(answer, 'results', label).map((one) => toMedia(one, appName));
    return {
      found: found.filter(isWhole),
      next: page < (sizeOf(answer, 'total_pages') ?? 0) ? String(page + 1) : null,
    };
  },
  async noteUse(job, { remoteId }) {
    await ask(job, `/photos/${encodeURIComponent(remoteId)}/download`, {});
  },
  async check(job) {
    await ask(job, '/search/photos', { query: 'garden', per_page: '1', page: '1' });
    return { detail: 'Unsplash takes the key' };
  },
};

/** A used-up hour is a 403, as a plain text. */
function ask(job: ServiceJob, path: string, query: Record<string, string>) {
  const key = textField(job.key, 'apiKey');
  return askSource(job, {
    who: label,
    path,
    query,
    headers: { authorization: `Client-ID ${key}`, 'accept-version': 'v1' },
    secrets: [key],
    judge: (status, text) =>
      status === 403 && /rate limit/i.test(text.slice(0, 500))
        ? new Retryable(`${label} answers no more questions in this hour`, { afterMs: 3_600_000 })
        : undefined,
  });
}

function toMedia(photo: Record<string, unknown>, appName: string): FoundMedia {
  return {
    remoteId: idOf(photo),
    kind: 'image',
    url: textOf(objectOf(photo, 'urls'), 'regular'),
    form: 'file',
    pageUrl: named(textOf(objectOf(photo, 'links'), 'html'), appName),
    width: sizeOf(photo, 'width'),
    height: sizeOf(photo, 'height'),
    alt: textOf(photo, 'alt_description'),
    credit: `Photo by ${textOf(objectOf(photo, 'user'), 'name') || 'an author'} on Unsplash`,
  };
}

/** Its address with the name of the application, as the rules for links ask for it. */
function named(url: string, appName: string): string {
  if (appName === '' || !URL.canParse(url)) return url;
  const whole = new URL(url);
  whole.searchParams.set('utm_source', appName);
  whole.searchParams.set('utm_medium', 'referral');
  return whole.href;
}
