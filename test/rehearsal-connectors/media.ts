import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { FoundMedia, MediaSource } from '#connectors/kit/contract/media.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { listOf, objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';

/** The photos of Pexels, against the rehearsal. */
export const media: MediaSource = {
  id: 'rehearsal-media',
  label: 'Rehearsal media',
  address: 'https://media.invalid',
  fields: [{ name: 'apiKey', label: 'API key', kind: 'secret', required: true, help: 'Shown on the page of the API' }],
  asks: [
    { when: 'setup', text: 'Ask for a key.', link: { text: 'Open the form', url: 'https://media.invalid/api/new/' } },
  ],
  finds: ['image'],
  maxWanted: 80,
  hosting: 'link',
  keepMs: 0,
  async find(job, search) {
    const page = search.after ?? '1';
    const answer = await call(job, { query: search.words, per_page: String(search.wanted), page });
    const found = listOf(answer, 'photos').map(toMedia);
    return { found, next: textOf(answer, 'next_page') === '' ? null : String(Number(page) + 1) };
  },
  async check(job) {
    await call(job, { query: 'garden', per_page: '1', page: '1' });
    return { detail: 'The key works' };
  },
};

async function call(job: ServiceJob, query: Record<string, string>): Promise<Record<string, unknown>> {
  const headers = { authorization: textField(job.key, 'apiKey') };
  const url = `${job.address}/v1/search?${new URLSearchParams(query)}`;
  const answer = readObject((await job.tools.http({ method: 'GET', url, headers })).text);
  if (!Array.isArray(answer?.photos)) throw new Fatal('This is no source of photos');
  return answer;
}

function toMedia(photo: Record<string, unknown>): FoundMedia {
  return {
    remoteId: String(photo.id),
    kind: 'image',
    url: textOf(objectOf(photo, 'src'), 'large'),
    form: 'file',
    pageUrl: textOf(photo, 'url'),
    width: Number(photo.width),
    height: Number(photo.height),
    alt: textOf(photo, 'alt'),
    credit: `Photo by ${textOf(photo, 'photographer')} on Pexels`,
  };
}
