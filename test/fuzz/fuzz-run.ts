import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../support/open-api.ts';
import { KnownIds, kindsOfPath } from './known-ids.ts';
import { type FuzzRequest, makeRequest } from './make-request.ts';
import { closeConnections, type FuzzAnswer, sendFuzz } from './send-request.ts';

/** What broke a promise, with the request that did. */
export interface FuzzBreach {
  what: string;
  request: string;
  number: number;
}

/** How far a run goes. */
export interface FuzzBounds {
  from: number;
  requests: number;
  seconds: number;
  concurrency: number;
  /** An answer that takes longer breaks the promise, in ms; 0: none does. */
  slowMs: number;
}

interface Target {
  url: () => string | undefined;
  seed: string;
  signIn: () => Promise<string>;
  operations: readonly Operation[];
}

const nSlowest = 10;

/** Sends requests in lanes, each with a session of its own, and counts what comes back. */
export class FuzzRun {
  readonly known = new KnownIds();
  readonly statuses = new Map<number, number>();
  /** Calls that were carried out, by name: answered 200 and not refused. */
  readonly done = new Map<string, number>();
  readonly lost = new Map<string, number>();
  readonly breaches: FuzzBreach[] = [];
  slowest: { ms: number; request: string }[] = [];
  sent = 0;
  signIns = 0;
  readonly #target: Target;
  readonly #bounds: FuzzBounds;
  #next: number;
  readonly #until: number;

  constructor(target: Target, bounds: FuzzBounds) {
    this.#target = target;
    this.#bounds = bounds;
    this.#next = bounds.from;
    this.#until = Date.now() + bounds.seconds * 1_000;
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#bounds.concurrency }, () => this.#lane()));
    closeConnections();
  }

  get #isOver(): boolean {
    return this.#next >= this.#bounds.from + this.#bounds.requests || Date.now() >= this.#until;
  }

  async #lane(): Promise<void> {
    let cookie = await this.#signIn();
    while (!this.#isOver) {
      const number = this.#next;
      this.#next += 1;
      const url = this.#target.url();
      if (url === undefined) {
        this.breaches.push({ what: 'the process is down', request: '', number });
        return;
      }
      const request = makeRequest(this.#target.seed, number, this.#target.operations, this.known);
      const answer = await sendFuzz(url, request, cookie);
      this.sent += 1;
      this.#judge(request, answer);
      if (answer.lost.startsWith('ECONNREFUSED')) await pause(200);
      // Whatever ended the session (a sign-out, a sign-in as somebody else): the lane goes on with a fresh one.
      if (answer.status === 401 && request.session === 'own' && !request.raw) cookie = await this.#signIn();
      else if (answer.cookie?.startsWith('lw_session=') && answer.cookie.length < 20) cookie = await this.#signIn();
    }
  }

  async #signIn(): Promise<string> {
    this.signIns += 1;
    return this.#target.signIn();
  }

  #judge(request: FuzzRequest, { status, ms, text, lost }: FuzzAnswer): void {
    count(this.statuses, status);
    const shown = describe(request);
    const told = { request: shown, number: request.number };
    if (status >= 500) this.breaches.push({ what: `answered ${status}: ${text.slice(0, 300)}`, ...told });
    if (lost.includes('gave up')) this.breaches.push({ what: `was not answered within a minute: ${lost}`, ...told });
    const { slowMs } = this.#bounds;
    if (slowMs > 0 && ms > slowMs) this.breaches.push({ what: `took ${Math.round(ms)} ms`, ...told });
    if (status === 0) count(this.lost, lost);
    if (this.slowest.length < nSlowest || ms > (this.slowest.at(-1)?.ms ?? 0))
      this.slowest = [...this.slowest, { ms, request: `[${request.number}] ${status} ${shown}` }]
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, nSlowest);
    if (status === 200) this.#learn(request, text);
  }

  #learn({ operation, raw, method, body, headers }: FuzzRequest, text: string): void {
    if (raw || method !== operation.method) return;
    // The balance of a captcha service answers with an error that may be null.
    const isRefused = text.startsWith('{"error":{');
    if (!isRefused) count(this.done, operation.id);
    if (isRefused || !text.startsWith('{')) return;
    try {
      const isSmall = body !== undefined && body.length < 20_000 && headers['content-type'] === 'application/json';
      if (isSmall) this.known.addSample(operation.id, JSON.parse(body.toString()));
      const deletes = operation.id.startsWith('delete') ? kindsOfPath(operation.path).ids : undefined;
      this.known.learn(JSON.parse(text), deletes);
    } catch {
      // Longer than what is kept of an answer.
    }
  }
}

/** A request for people: whole enough to be sent again. */
function describe({ operation, method, path, headers, body, raw }: FuzzRequest): string {
  const bytes = raw ?? body;
  const shown = bytes ? ` ${bytes.length} B ${JSON.stringify(bytes.toString('latin1', 0, 400))}` : '';
  const told = Object.keys(headers).length > 0 ? ` ${JSON.stringify(headers).slice(0, 200)}` : '';
  return `${operation.id}${raw ? ' (by hand)' : ''} ${method} ${path.slice(0, 200)}${told}${shown}`;
}

function count<K>(map: Map<K, number>, key: K): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
