import { type ApiReply, jsonReply } from '../api-server.ts';
import { countOf, itemsOf, type MediaApi, pageOf, startMediaApi } from './media-api.ts';

/** Starts a rehearsed Pixabay (pixabay.com/api/docs): what goes wrong is a plain text. */
export function startPixabay(): Promise<MediaApi> {
  const key = { apiKey: '1234567-pixabay0key1234567890' };
  return startMediaApi(key, ({ api, request: { path, query }, refusesKey }): ApiReply => {
    if (path !== '/api/') return { status: 404, body: 'Not found' };
    if (refusesKey || query.get('key') !== key.apiKey)
      return { status: 400, body: '[ERROR 400] Invalid or missing API key (https://pixabay.com/api/docs/).' };
    if (api.isUsedUp) return { status: 429, body: '[ERROR 429] API rate limit exceeded' };
    const words = query.get('q') ?? '';
    const { size, from } = pageOf(query, 'per_page');
    if (size < 3 || size > 200) return { status: 400, body: '[ERROR 400] "per_page" is out of valid range.' };
    const total = countOf(words);
    return jsonReply(
      { total, totalHits: total, hits: itemsOf(words, { size, from }).map((id) => hit(api, id, words)) },
      { done: true },
    );
  });
}

const hit = ({ filesAt }: MediaApi, id: number, words: string) => ({
  id,
  pageURL: `https://pixabay.test/photos/garden-${id}/`,
  type: 'photo',
  tags: `${words}, green`,
  previewURL: `${filesAt}/${id}_150.jpg`,
  webformatURL: `${filesAt}/${id}_640.jpg`,
  largeImageURL: `${filesAt}/${id}_1280.jpg`,
  imageWidth: 4_000,
  imageHeight: 2_250,
  user_id: 48,
  user: `Ann${id}`,
});
