import { jsonReply } from '../api-server.ts';
import { countOf, itemsOf, type MediaApi, pageOf, startMediaApi } from './media-api.ts';

/** Most that somebody without a key gets on one page. */
const largestPage = 20;

/** Starts a rehearsed Openverse (api.openverse.org/v1), asked without a key. */
export function startOpenverse(): Promise<MediaApi> {
  return startMediaApi({}, ({ api, request: { path, query } }) => {
    if (path !== '/v1/images/') return jsonReply({ detail: 'Not found.' }, { status: 404 });
    if (api.isUsedUp) return jsonReply({ detail: 'Request was throttled.' }, { status: 429 });
    const words = query.get('q') ?? '';
    const { page, size, from } = pageOf(query, 'page_size');
    if (size > largestPage)
      return jsonReply({ detail: 'Page size must be at most 20 for anonymous requests' }, { status: 401 });
    const total = countOf(words);
    const told = { result_count: total, page_count: Math.ceil(total / size), page_size: size, page };
    return jsonReply(
      { ...told, results: itemsOf(words, { size, from }).map((id) => image(api, id, words)) },
      { done: true },
    );
  });
}

const image = ({ filesAt }: MediaApi, id: number, words: string) => ({
  id: `0000000${id}-aaaa-4bbb-8ccc-000000000000`,
  title: `${words} ${id}`,
  url: `${filesAt}/${id}.jpg`,
  thumbnail: `${filesAt}/${id}-thumb.jpg`,
  foreign_landing_url: `https://flickr.test/photos/${id}`,
  creator: `Ann ${id}`,
  license: 'by',
  license_version: '2.0',
  license_url: 'https://creativecommons.org/licenses/by/2.0/',
  attribution: `"${words} ${id}" by Ann ${id} is licensed under CC BY 2.0.`,
  filesize: id * 1_000,
  width: 1024,
  height: 768,
  mature: false,
});
