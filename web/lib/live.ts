import {
  type ClientFrame,
  type LiveBody,
  lostAfterMs,
  pingEveryMs,
  type ServerFrame,
  sessionOver,
} from '#domain/contract/live.ts';
import { currentUser } from '#domain/contract/session.ts';
import { send } from './call.ts';
import { CallFailed } from './failure.ts';
import { basePath } from './path-prefix.ts';
import { ValueStore } from './value-store.ts';

/** State of the event channel, for the indicator in the header. */
export type LiveState = 'connecting' | 'online' | 'lost';
type Handler = (body: LiveBody) => void;

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** The one socket of this window: topics in, events out, and coming back after a loss (D-LIVE-01 to 03). */
class LiveChannel {
  readonly state = new ValueStore<LiveState>('connecting');
  #topics = new Map<string, Set<Handler>>();
  #socket: WebSocket | null = null;
  #waitMs = firstWaitMs;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #wasOnline = false;
  #returned = new Set<() => void>();

  /** Opens the channel if it is not open. */
  start(): void {
    if (this.#socket || this.#retry) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${basePath}/eventbus`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(String(event.data));
    socket.onclose = (event) => this.#closed(socket, event.code);
  }

  /** Closes the channel for good (logout). */
  stop(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#wasOnline = false;
    this.#waitMs = firstWaitMs;
    const socket = this.#socket;
    this.#release();
    socket?.close();
    this.state.set('connecting');
  }

  /** Listens to a topic until the returned function is called. */
  listen(topic: string, handler: Handler): () => void {
    const handlers = this.#topics.get(topic) ?? new Set();
    if (handlers.size === 0) this.#send({ type: 'register', address: topic });
    this.#topics.set(topic, handlers.add(handler));
    return () => {
      handlers.delete(handler);
      if (handlers.size > 0 || this.#topics.get(topic) !== handlers) return;
      this.#topics.delete(topic);
      this.#send({ type: 'unregister', address: topic });
    };
  }

  /** Says that screens load before the channel is open: what happens until then is missed, as if it had been lost. */
  missBeginning(): void {
    this.#wasOnline = true;
  }

  /** Told after a lost channel is back: what was missed is not sent again. */
  onReturn(listener: () => void): () => void {
    this.#returned.add(listener);
    return () => this.#returned.delete(listener);
  }

  #opened(): void {
    const isReturn = this.#wasOnline;
    this.#wasOnline = true;
    this.#waitMs = firstWaitMs;
    this.#heardAt = Date.now();
    for (const topic of this.#topics.keys()) this.#send({ type: 'register', address: topic });
    this.#pinger = setInterval(() => this.#ping(), pingEveryMs);
    this.state.set('online');
    if (isReturn) for (const listener of this.#returned) listener();
  }

  #heard(text: string): void {
    this.#heardAt = Date.now();
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.type !== 'rec') return;
    for (const handler of this.#topics.get(frame.address) ?? []) handler(frame.body);
  }

  #ping(): void {
    const socket = this.#socket;
    if (Date.now() - this.#heardAt < lostAfterMs) {
      this.#send({ type: 'ping' });
      return;
    }
    // A dead peer may never finish the closing handshake: do not wait for it.
    if (socket) this.#closed(socket);
    socket?.close();
  }

  #closed(socket: WebSocket, code?: number): void {
    if (socket !== this.#socket) return;
    this.#release();
    this.state.set('lost');
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      // Who signs out here has left by now. Any call without a session asks for the sign-in.
      if (code === sessionOver) void this.#startWithSession();
      else this.start();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
  }

  async #startWithSession(): Promise<void> {
    const isIn = await send(currentUser, {}).then(
      () => true,
      (error: unknown) => !(error instanceof CallFailed && error.status === 401),
    );
    if (isIn) this.start();
  }

  #release(): void {
    clearInterval(this.#pinger);
    this.#socket = null;
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

/** The event channel of this window. */
export const live = new LiveChannel();
