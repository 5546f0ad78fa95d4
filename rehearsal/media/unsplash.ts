import { type ApiReply, jsonReply } from '../api-server.ts';
import { countOf, itemsOf, type MediaApi, pageOf, startMediaApi } from './media-api.ts';

/** Starts a rehearsed Unsplash (unsplash.com/documentation). */
export function startUnsplash(): Promise<MediaApi> {
  const key = { apiKey: 'unsplash-access-key-1234567890', appName: 'garden_posts' };
  return startMediaApi(key, ({ api, request: { path, query, headers }, refusesKey }): ApiReply => {
    if (refusesKey || headers.authorization !== `Client-ID ${key.apiKey}`)
      return jsonReply({ errors: ['OAuth error: The access token is invalid'] }, { status: 401 });
    if (api.isUsedUp) return { status: 403, body: 'Rate Limit Exceeded' };
    const download = /^\/photos\/([^/]+)\/download$/.exec(path);
    if (download) return jsonReply({ url: `${api.filesAt}/${download[1]}.jpg` });
    if (path !== '/search/photos') return jsonReply({ errors: ['Not found'] }, { status: 404 });
    const words = query.get('query') ?? '';
    const { size, from } = pageOf(query, 'per_page');
    const total = countOf(words);
    const results = itemsOf(words, { size, from }).map((id) => photo(api, id, words));
    return jsonReply({ total, total_pages: Math.ceil(total / size), results }, { done: true });
  });
}

const photo = ({ filesAt, url }: MediaApi, id: number, words: string) => ({
  id: `photo_${id}`,
  width: 4_000,
  height: 3_000,
  alt_description: `${words} in the sun`,
  urls: { raw: `${filesAt}/${id}`, full: `${filesAt}/${id}?q=80`, regular: `${filesAt}/${id}.jpg?w=1080` },
  links: { html: `https://unsplash.test/photos/photo_${id}`, download_location: `${url}/photos/photo_${id}/download` },
  user: { name: `Ann ${id}`, links: { html: 'https://unsplash.test/@ann' } },
});
