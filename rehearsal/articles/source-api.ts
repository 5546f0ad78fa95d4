import { type Api, type ApiHandler, type ApiReply, type ApiRequest, startApi } from '../api-server.ts';

/** What a source complains about when it is told to. */
export type SourceTrouble = 'balance' | 'busy' | null;

/** A rehearsed source of articles. */
export interface SourceApi extends Api {
  /** A login that it takes, as the connector's fields. */
  key: Record<string, string | number | boolean>;
  trouble: SourceTrouble;
}

/** The reply to a request; `knows` is whether it holds the login. */
export type SourceReplies = (api: SourceApi, request: ApiRequest, refusesKey: boolean) => ApiReply;

/** Starts a source with the replies of one interface. */
export async function startSourceApi(key: SourceApi['key'], replies: SourceReplies): Promise<SourceApi> {
  const api = { key, trouble: null } as SourceApi;
  const handle: ApiHandler = (request, refusesKey) => replies(api, request, refusesKey);
  const started = await startApi(handle);
  const reset = () => {
    started.reset();
    api.trouble = null;
  };
  return Object.assign(api, started, { reset });
}

/** Words a source has for a trouble; none while nothing is wrong. */
export const complaintOf = ({ trouble }: SourceApi): string =>
  trouble === null ? '' : { balance: 'You have no credits left', busy: 'Server is busy, slow down' }[trouble];
