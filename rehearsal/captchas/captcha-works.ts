import { type Api, type ApiHandler, type ApiReply, type ApiRequest, startApi } from '../api-server.ts';

/** A captcha that was handed in: solved after so many questions. */
export interface CaptchaWork {
  answer: string;
  questions: number;
  isBad: boolean;
}

/** What a service complains about when it is told to. */
export type CaptchaTrouble = 'balance' | 'busy' | null;

/** A rehearsed service of captchas. */
export interface CaptchaApi extends Api {
  /** A key or login that it takes, as the connector's fields. */
  key: Record<string, string>;
  /** Work that was handed in, by its number. */
  works: Map<string, CaptchaWork>;
  /** True: answers are given that are wrong. */
  misread: boolean;
  trouble: CaptchaTrouble;
  /** What is left, in its own unit. */
  balance: number;
}

/** What an interface is rehearsed with. */
export interface CaptchaDesk {
  api: CaptchaApi;
  /** Keeps a work and answers its number. Pictures are "solved" by their own bytes as text, widgets by their key. */
  take(of: { picture?: string; siteKey?: string }): string;
  /** True when the fields hold the key or login. */
  knows(values: URLSearchParams): boolean;
}

/** The reply to a request whose fields were read, urlencoded or in parts. */
export type CaptchaReplies = (desk: CaptchaDesk, request: ApiRequest, values: URLSearchParams) => ApiReply;

/** Starts a service with the replies of one interface; `key` is what it takes, while the dial `wrongPassword` is not set. */
export async function startCaptchaApi(key: Record<string, string>, replies: CaptchaReplies): Promise<CaptchaApi> {
  const works: CaptchaApi['works'] = new Map();
  const api = { key, works, misread: false, trouble: null, balance: 12.345 } as CaptchaApi;
  let isRefusing = false;
  const desk: CaptchaDesk = {
    api,
    take({ picture, siteKey }) {
      const id = String(1_000 + works.size);
      const read = api.misread ? 'wrongletters' : (picture ?? '');
      works.set(id, { answer: siteKey ? `token-for-${siteKey}` : read, questions: 0, isBad: false });
      return id;
    },
    knows: (values) => !isRefusing && Object.entries(key).every(([name, value]) => values.get(name) === value),
  };
  const handle: ApiHandler = (request, refusesKey) => {
    isRefusing = refusesKey;
    return replies(desk, request, fieldsOf(request));
  };
  const started = await startApi(handle);
  const reset = () => {
    started.reset();
    Object.assign(api, { trouble: null, misread: false });
  };
  return Object.assign(api, started, { reset });
}

/** The fields of a form, urlencoded or in parts, or of the query; a file is the text of its bytes. */
function fieldsOf({ headers, body, form, query }: ApiRequest): URLSearchParams {
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return form.size > 0 ? form : query;
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  const pairs = parts.map((part): [string, string] => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    return [/name="([^"]*)"/.exec(head)?.[1] ?? '', rest.join('\r\n\r\n').replace(/\r\n$/, '')];
  });
  return new URLSearchParams(pairs);
}
