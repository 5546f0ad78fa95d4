import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { FoundMedia, MediaSearch, MediaSource } from '#connectors/kit/contract/media.ts';
import { askSource, dayMs, idOf, isWhole, requireList, sizeOf } from '#connectors/kit/media/ask-source.ts';
import { asksOf, keyField } from '#connectors/kit/media/declare.ts';
import { listOf, objectOf, textOf } from '#connectors/kit/read-answer.ts';

const label = 'Pexels';
/** Widest file of a video that is taken: what is above it is for screens of cinemas. */
const widest = 1_920;

/** Photos and videos of Pexels (pexels.com/api/documentation): 200 questions an hour, 20,000 a month. */
export const pexels: MediaSource = {
  id: 'pexels',
  label,
  address: 'https://api.pexels.com',
  fields: [keyField('Shown on the page of the API at Pexels')],
  asks: asksOf(label, 'https://www.pexels.com/api/'),
  finds: ['image', 'video'],
  maxWanted: 80,
  hosting: 'link',
  keepMs: dayMs,
  async find(job, { kind, words, wanted, after }) {
    const page = Number(after ?? '1');
    const answer = await ask(job, kind, { query: words, per_page: String(wanted), page: String(page) });
    const list = requireList(answer, kind === 'image' ? 'photos' : 'videos', label);
    const found = list.map(kind === 'image' ? toImage : toVideo).filter(isWhole);
    return { found, next: textOf(answer, 'next_page') === '' ? null : String(page + 1) };
  },
  async check(job) {
    await ask(job, 'image', { query: 'garden', per_page: '1', page: '1' });
    return { detail: 'Pexels takes the key' };
  },
};

const paths = { image: '/v1/search', video: '/videos/search' } as const;

/** The key stands in its header as it is, without a word before it. */
function ask(job: ServiceJob, kind: MediaSearch['kind'], query: Record<string, string>) {
  const authorization = textField(job.key, 'apiKey');
  return askSource(job, { who: label, path: paths[kind], query, headers: { authorization }, secrets: [authorization] });
}

function toImage(photo: Record<string, unknown>): FoundMedia {
  return {
    remoteId: idOf(photo),
    kind: 'image',
    url: textOf(objectOf(photo, 'src'), 'large'),
    form: 'file',
    pageUrl: textOf(photo, 'url'),
    width: sizeOf(photo, 'width'),
    height: sizeOf(photo, 'height'),
    alt: textOf(photo, 'alt'),
    credit: `Photo by ${textOf(photo, 'photographer') || 'an author'} on Pexels`,
  };
}

function toVideo(video: Record<string, unknown>): FoundMedia {
  const files = listOf(video, 'video_files').filter((file) => textOf(file, 'file_type') === 'video/mp4');
  const fit = files.filter((file) => (sizeOf(file, 'width') ?? 0) <= widest);
  const [best] = fit.toSorted((one, other) => (sizeOf(other, 'width') ?? 0) - (sizeOf(one, 'width') ?? 0));
  return {
    remoteId: idOf(video),
    kind: 'video',
    url: textOf(best, 'link'),
    form: 'file',
    pageUrl: textOf(video, 'url'),
    width: sizeOf(best, 'width'),
    height: sizeOf(best, 'height'),
    alt: '',
    credit: `Video by ${textOf(objectOf(video, 'user'), 'name') || 'an author'} on Pexels`,
  };
}
