import { type Api, type ApiReply, type ApiRequest, startApi } from '../api-server.ts';

/** A rehearsed source of media. */
export interface MediaApi extends Api {
  /** A login that it takes, as the connector's fields. */
  key: Record<string, string>;
  /** True: its quota is used up. */
  isUsedUp: boolean;
  /** Where the files lie that it tells of, without "/" at its end. */
  filesAt: string;
}

/** What a source needs to be asked for its reply. */
export interface MediaQuestion {
  api: MediaApi;
  request: ApiRequest;
  refusesKey: boolean;
}

/** Starts a source with the replies of one interface. */
export async function startMediaApi(
  key: MediaApi['key'],
  replies: (question: MediaQuestion) => ApiReply,
): Promise<MediaApi> {
  const api = { key, isUsedUp: false, filesAt: 'https://files.test' } as MediaApi;
  const started = await startApi((request, refusesKey) => replies({ api, request, refusesKey }));
  const reset = () => {
    started.reset();
    api.isUsedUp = false;
  };
  return Object.assign(api, started, { reset });
}

/** Every source has so many of everything, but none of "nothing". */
const nItems = 5;

/** The numbers of the items on a page, from 1 on. */
export function itemsOf(words: string, { size, from }: { size: number; from: number }): number[] {
  const all = /\bnothing\b/.test(words) ? [] : Array.from({ length: nItems }, (_, at) => at + 1);
  return all.slice(from, from + size);
}

/** How many there are in all. */
export const countOf = (words: string): number => itemsOf(words, { size: nItems, from: 0 }).length;

/** Page number and size of a question. */
export function pageOf(query: URLSearchParams, sizeName: string): { page: number; size: number; from: number } {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get(sizeName) ?? 10);
  return { page, size, from: (page - 1) * size };
}
