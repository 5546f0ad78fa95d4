import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { FoundMedia, MediaSource } from '#connectors/kit/contract/media.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { askSource, dayMs, idOf, isWhole, requireList, sizeOf } from '#connectors/kit/media/ask-source.ts';
import { asksOf, keyField } from '#connectors/kit/media/declare.ts';
import { textOf } from '#connectors/kit/read-answer.ts';

const label = 'Pixabay';
/** Fewest that can be asked for. */
const fewest = 3;
/** Longest question, in letters. */
const longest = 100;

/**
 * Images of Pixabay (pixabay.com/api/docs): 100 questions a minute. Answers must be kept for 24 h, and images must be copied:
 * their addresses end. So its videos are not for posts, which show them from where they are.
 */
export const pixabay: MediaSource = {
  id: 'pixabay',
  label,
  address: 'https://pixabay.com',
  fields: [keyField('Shown on the page of the API at Pixabay, when you are signed in')],
  asks: asksOf(label, 'https://pixabay.com/api/docs/'),
  finds: ['image'],
  maxWanted: 200,
  hosting: 'must-copy',
  keepMs: dayMs,
  async find(job, { words, wanted, after }) {
    const page = Number(after ?? '1');
    const size = Math.max(wanted, fewest);
    const answer = await ask(job, { q: words.slice(0, longest), per_page: String(size), page: String(page) });
    const found = requireList(answer, 'hits', label).map(toMedia).filter(isWhole).slice(0, wanted);
    return { found, next: page * size < (sizeOf(answer, 'totalHits') ?? 0) ? String(page + 1) : null };
  },
  async check(job) {
    await ask(job, { q: 'garden', per_page: String(fewest), page: '1' });
    return { detail: 'Pixabay takes the key' };
  },
};

/** A wrong key is a plain text with status 400. */
function ask(job: ServiceJob, query: Record<string, string>) {
  const key = textField(job.key, 'apiKey');
  return askSource(job, {
    who: label,
    path: '/api/',
    query: { key, image_type: 'photo', safesearch: 'true', ...query },
    secrets: [key],
    judge: (status, text) =>
      status === 400 && /api key/i.test(text.slice(0, 500))
        ? new NeedsOperator(`${label} refused the key`, 'credentials')
        : undefined,
  });
}

function toMedia(hit: Record<string, unknown>): FoundMedia {
  return {
    remoteId: idOf(hit),
    kind: 'image',
    url: textOf(hit, 'largeImageURL') || textOf(hit, 'webformatURL'),
    form: 'file',
    pageUrl: textOf(hit, 'pageURL'),
    width: sizeOf(hit, 'imageWidth'),
    height: sizeOf(hit, 'imageHeight'),
    alt: textOf(hit, 'tags'),
    credit: `Image by ${textOf(hit, 'user') || 'an author'} on Pixabay`,
  };
}
