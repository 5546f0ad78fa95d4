import { seededRandom } from '#domain/rules/random.ts';

/** Faults of one rehearsal site, set in code or by POST /__dial. */
export interface Dials {
  /** Answers 503 with Retry-After 7 to every call of the interface. */
  busy: boolean;
  /** Waits before each answer, in ms. */
  slowMs: number;
  /** Refuses every login. */
  wrongPassword: boolean;
  /** Forgets every session before a post is read, as a restart of the site does. */
  endSessions: boolean;
  /** Refuses the content of every post, as a filter would. */
  refuseContent: boolean;
  /** Destroys the connection of a post before it is processed. */
  dropBeforeAnswer: boolean;
  /** Takes the post, then destroys the connection. */
  dropAfterCommit: boolean;
  /** Takes the post, then answers 500. */
  failAfterCommit: boolean;
  /** Answers 500 to a post and does not take it. */
  failBeforeCommit: boolean;
  /** Answers 504 to a post and takes it this many ms later, as a gateway before a slow server does. */
  takeLater: { afterMs: number } | null;
  /** Never answers a post, and does not take it. */
  hangBefore: boolean;
  /** Takes the post, then never answers. */
  hangAfterCommit: boolean;
  /** Takes the post, then answers 200 with text that nobody can read. */
  garble: boolean;
  /** Takes an uploaded file, then destroys the connection. */
  dropUpload: boolean;
  /** Cuts every connection, also those of readers. */
  gone: boolean;
  /** Answers 429 with this Retry-After, in seconds, to every call of the interface. */
  tooMany: { retryAfter: number } | null;
  /** Share of the requests that a set fault strikes, 0 to 1. */
  rate: number;
  /** Strikes left before all faults are over; null means no end. */
  times: number | null;
}

/** No fault set. */
const noFaults: Dials = {
  busy: false,
  slowMs: 0,
  wrongPassword: false,
  endSessions: false,
  refuseContent: false,
  dropBeforeAnswer: false,
  dropAfterCommit: false,
  failAfterCommit: false,
  failBeforeCommit: false,
  takeLater: null,
  hangBefore: false,
  hangAfterCommit: false,
  garble: false,
  dropUpload: false,
  gone: false,
  tooMany: null,
  rate: 1,
  times: null,
};

type Fault = Exclude<keyof Dials, 'slowMs' | 'wrongPassword' | 'rate' | 'times'>;

/** Draws the faults of one site; the same seed gives the same sequence. */
export class FaultDials {
  dials: Dials = { ...noFaults };
  readonly #random: () => number;

  constructor(seed: string) {
    this.#random = seededRandom(`faults ${seed}`);
  }

  /** Changes some dials, the others stay. */
  set(changes: Partial<Dials>): void {
    this.dials = { ...this.dials, ...changes };
  }

  /** Sets all dials back. */
  reset(): void {
    this.dials = { ...noFaults };
  }

  /** True when a fault is set and strikes now. */
  strikes(fault: Fault): boolean {
    const { dials } = this;
    if (!dials[fault] || dials.times === 0) return false;
    if (dials.rate < 1 && this.#random() >= dials.rate) return false;
    if (dials.times !== null) dials.times -= 1;
    return true;
  }
}
