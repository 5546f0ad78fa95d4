import { jsonReply } from '../api-server.ts';
import { countOf, itemsOf, type MediaApi, pageOf, startMediaApi } from './media-api.ts';

/** Starts a rehearsed Pexels (pexels.com/api/documentation). */
export function startPexels(): Promise<MediaApi> {
  const key = { apiKey: 'pexels-key-1234567890' };
  return startMediaApi(key, ({ api, request: { path, query, headers }, refusesKey }) => {
    if (refusesKey || headers.authorization !== key.apiKey)
      return jsonReply({ status: 401, code: 'Unauthorized' }, { status: 401 });
    if (api.isUsedUp) return jsonReply({ status: 429, code: 'Rate limit exceeded' }, { status: 429 });
    const words = query.get('query') ?? '';
    const { page, size, from } = pageOf(query, 'per_page');
    const total = countOf(words);
    const told = { page, per_page: size, total_results: total };
    const next = page * size < total ? { next_page: `https://api.pexels.com${path}?page=${page + 1}` } : {};
    const numbers = itemsOf(words, { size, from });
    if (path === '/v1/search')
      return jsonReply({ ...told, photos: numbers.map((id) => photo(api, id, words)), ...next }, { done: true });
    if (path === '/videos/search')
      return jsonReply({ ...told, videos: numbers.map((id) => video(api, id)), ...next }, { done: true });
    return jsonReply({ error: 'Not found' }, { status: 404 });
  });
}

const photo = ({ filesAt }: MediaApi, id: number, words: string) => ({
  id,
  width: 400,
  height: 300,
  url: `https://www.pexels.test/photo/${id}/`,
  photographer: `Ann ${id}`,
  photographer_url: 'https://www.pexels.test/@ann',
  alt: `A picture of ${words}`,
  src: { original: `${filesAt}/${id}.jpeg`, large: `${filesAt}/${id}.jpeg?h=650` },
});

const video = ({ filesAt }: MediaApi, id: number) => ({
  id,
  width: 3840,
  height: 2160,
  url: `https://www.pexels.test/video/${id}/`,
  image: `${filesAt}/${id}.jpeg`,
  duration: 12,
  user: { id: 1, name: `Ann ${id}`, url: 'https://www.pexels.test/@ann' },
  video_files: [
    { link: `${filesAt}/${id}-4k.mp4`, quality: 'uhd', file_type: 'video/mp4', width: 3840, height: 2160 },
    { link: `${filesAt}/${id}.mp4`, quality: 'hd', file_type: 'video/mp4', width: 1920, height: 1080 },
    { link: `${filesAt}/${id}-small.mp4`, quality: 'sd', file_type: 'video/mp4', width: 640, height: 360 },
  ],
});
