import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { FoundMedia, MediaSource } from '#connectors/kit/contract/media.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { htmlToText } from '#connectors/kit/html-to-text.ts';
import { askSource, dayMs, isWhole, requireList } from '#connectors/kit/media/ask-source.ts';
import { asksOf, keyField } from '#connectors/kit/media/declare.ts';
import { bodyDetail, listOf, objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';

const label = 'YouTube';

/** Videos of YouTube by its Data API v3. A search costs 100 of the 10,000 units that a key has each day. */
export const youTube: MediaSource = {
  id: 'you-tube',
  label,
  address: 'https://www.googleapis.com',
  fields: [keyField('A key of the YouTube Data API v3, made in the Google Cloud console')],
  asks: asksOf(label, 'https://console.cloud.google.com/apis/credentials'),
  finds: ['video'],
  maxWanted: 50,
  hosting: 'link',
  keepMs: dayMs,
  async find(job, { words, wanted, after }) {
    const answer = await ask(job, 'search', {
      part: 'snippet',
      type: 'video',
      videoEmbeddable: 'true',
      safeSearch: 'moderate',
      maxResults: String(wanted),
      q: words,
      ...(after === null ? {} : { pageToken: after }),
    });
    const found = requireList(answer, 'items', label).map(toMedia).filter(isWhole);
    return { found, next: found.length === 0 ? null : textOf(answer, 'nextPageToken') || null };
  },
  async check(job) {
    // One unit, where a search would cost a hundred.
    await ask(job, 'i18nLanguages', { part: 'snippet' });
    return { detail: 'YouTube takes the key' };
  },
};

function ask(job: ServiceJob, resource: string, query: Record<string, string>) {
  const key = textField(job.key, 'apiKey');
  return askSource(job, {
    who: label,
    path: `/youtube/v3/${resource}`,
    query: { ...query, key },
    secrets: [key],
    judge: judgeRefusal,
  });
}

/** A wrong key is a 400, a used-up day a 403: the reason tells them apart. */
function judgeRefusal(status: number, text: string): Error | undefined {
  const error = objectOf(readObject(text), 'error');
  const reasons = listOf(error, 'errors').map((one) => textOf(one, 'reason'));
  const said = `${label} answered: ${bodyDetail(text)}`;
  if (reasons.some((one) => /^(quotaExceeded|dailyLimitExceeded)$/.test(one)))
    return new NeedsOperator(said, 'balance');
  const isKey = reasons.includes('keyInvalid') || (status === 400 && /api key/i.test(textOf(error, 'message')));
  return isKey ? new NeedsOperator(said, 'credentials') : undefined;
}

/** Titles come with entities. */
function toMedia(item: Record<string, unknown>): FoundMedia {
  const id = textOf(objectOf(item, 'id'), 'videoId');
  const snippet = objectOf(item, 'snippet');
  const title = htmlToText(textOf(snippet, 'title').slice(0, 500));
  const channel = htmlToText(textOf(snippet, 'channelTitle').slice(0, 500));
  return {
    remoteId: id,
    kind: 'video',
    url: `https://www.youtube.com/embed/${encodeURIComponent(id)}`,
    form: 'player',
    pageUrl: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
    width: null,
    height: null,
    alt: title,
    credit: `${title || 'Video'}${channel ? ` by ${channel}` : ''} on YouTube`,
  };
}
