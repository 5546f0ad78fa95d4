import { type ApiReply, jsonReply } from '../api-server.ts';
import { itemsOf, type MediaApi, startMediaApi } from './media-api.ts';

/** Starts a rehearsed YouTube Data API v3. */
export function startYouTube(): Promise<MediaApi> {
  const key = { apiKey: 'AIza-you-tube-key-1234567890' };
  return startMediaApi(key, ({ api, request: { path, query }, refusesKey }): ApiReply => {
    if (refusesKey || query.get('key') !== key.apiKey)
      return refusal(400, 'badRequest', 'API key not valid. Please pass a valid API key.');
    if (path === '/youtube/v3/i18nLanguages') return jsonReply({ items: [{ id: 'en', snippet: { hl: 'en' } }] });
    if (path !== '/youtube/v3/search') return refusal(404, 'notFound', 'Not found');
    if (api.isUsedUp) return refusal(403, 'quotaExceeded', 'The request cannot be completed: you exceeded your quota.');
    const words = query.get('q') ?? '';
    const size = Number(query.get('maxResults') ?? 5);
    const from = Number(query.get('pageToken')?.replace('from', '') ?? 0);
    const more = itemsOf(words, { size: 1, from: from + size }).length > 0;
    const items = itemsOf(words, { size, from }).map((id) => ({
      id: { kind: 'youtube#video', videoId: `video0000_${id}` },
      snippet: { title: `Ann &amp; the ${words} ${id}`, description: '', channelTitle: 'Ann&#39;s garden' },
    }));
    return jsonReply({ items, ...(more ? { nextPageToken: `from${from + size}` } : {}) }, { done: true });
  });
}

const refusal = (code: number, reason: string, message: string): ApiReply =>
  jsonReply({ error: { code, message, errors: [{ message, domain: 'global', reason }] } }, { status: code });
