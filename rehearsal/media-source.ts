import { type Api, type ApiRequest, jsonReply, startApi } from './api-server.ts';

/** A rehearsed source of photos with the interface of Pexels (pexels.com/api/documentation). */
export interface MediaApi extends Api {
  key: string;
}

const nPhotos = 5;

/** Starts it. It has five photos of everything but "nothing". */
export async function startMediaSource(): Promise<MediaApi> {
  const key = 'media-key-1234567890';
  const handle = ({ path, query, headers }: ApiRequest, refusesKey: boolean) => {
    if (refusesKey || headers.authorization !== key)
      return jsonReply({ status: 401, code: 'Unauthorized' }, { status: 401 });
    if (path !== '/v1/search') return jsonReply({ error: 'Not found' }, { status: 404 });
    const words = query.get('query') ?? '';
    const size = Number(query.get('per_page') ?? 15);
    const page = Number(query.get('page') ?? 1);
    const all = words === 'nothing' ? [] : Array.from({ length: nPhotos }, (_, at) => photo(at + 1, words));
    const photos = all.slice((page - 1) * size, page * size);
    const more = page * size < all.length ? { next_page: `https://api.pexels.com/v1/search?page=${page + 1}` } : {};
    return jsonReply({ total_results: all.length, page, per_page: size, photos, ...more });
  };
  return { ...(await startApi(handle)), key };
}

function photo(id: number, words: string) {
  const file = `https://images.pexels.test/photos/${id}.jpeg`;
  return {
    id,
    width: 400,
    height: 300,
    url: `https://www.pexels.test/photo/${id}/`,
    photographer: `Ann ${id}`,
    photographer_url: 'https://www.pexels.test/@ann',
    alt: `A picture of ${words}`,
    src: { original: file, large: `${file}?h=650` },
  };
}
