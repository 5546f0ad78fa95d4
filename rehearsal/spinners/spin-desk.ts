import { type Api, type ApiReply, type ApiRequest, startApi } from '../api-server.ts';

/** What a service complains about when it is told to. */
export type SpinTrouble = 'balance' | 'busy' | null;

/** A rehearsed spinner. */
export interface SpinApi extends Api {
  /** A login that it takes, as the connector's fields. */
  key: Record<string, string>;
  /** Texts or words that are left. */
  left: number;
  trouble: SpinTrouble;
  /** True: it spins what it was told to leave, too. */
  breaksWords: boolean;
  /** Spins in place of the usual way, where a test wants it. */
  spins: ((text: string) => string) | null;
}

/** What an interface is rehearsed with. */
export interface SpinDesk {
  api: SpinApi;
  /** True when the login, by the connector's names, is the one it takes. */
  knows(login: Record<string, string | null>): boolean;
  /** Spins a text, each of its words of five letters or more, but those that are guarded. Takes one from what is left. */
  spin(text: string, guarded?: readonly string[], twin?: (word: string) => string): string;
}

/** The reply to a form. */
export type SpinReplies = (desk: SpinDesk, request: ApiRequest) => ApiReply;

const spintax = (word: string) => `{${word}~|${word}~~}`;

/** Starts a service with the replies of one interface; `key` is what it takes, while the dial `wrongPassword` is not set. */
export async function startSpinApi(key: Record<string, string>, replies: SpinReplies): Promise<SpinApi> {
  const api = { key, left: 100, trouble: null, breaksWords: false, spins: null } as unknown as SpinApi;
  let isRefusing = false;
  const desk: SpinDesk = {
    api,
    knows: (login) => !isRefusing && Object.entries(key).every(([name, value]) => login[name] === value),
    spin(text, guarded = [], twin = spintax) {
      api.left -= 1;
      if (api.spins) return api.spins(text);
      const whole = new Set(guarded.flatMap((term) => term.trim().split(' ')));
      // No dictionary has words of letters and digits.
      return text.replace(/[\p{L}\d]{4,}/gu, (word) => {
        if (api.breaksWords) return `{changed|${word}}`;
        return whole.has(word) || /\d/.test(word) || word.length < 5 ? word : twin(word);
      });
    },
  };
  const started = await startApi((request, refusesKey) => {
    isRefusing = refusesKey;
    return replies(desk, request);
  });
  const reset = () => {
    started.reset();
    Object.assign(api, { trouble: null, breaksWords: false, spins: null, left: 100 });
  };
  return Object.assign(api, started, { reset });
}
