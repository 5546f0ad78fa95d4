import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Exchange, type WireDeath, type WireRequest } from './exchange.ts';

/** An answer whose body comes as it is read. */
export interface WireStream {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

/** The body is longer than was asked for. */
export class TooLong extends Error {
  override name = 'TooLong';
}

/** Sends one request and hands its answer back once the head is there; the line waits for whoever reads the body. */
export function streamRequest(agent: Dispatcher, request: WireRequest, maxBytes: number): Promise<WireStream> {
  return new Promise((resolve, reject) => new StreamExchange({ request, maxBytes, resolve, reject }).dispatch(agent));
}

interface StreamParts {
  request: WireRequest;
  maxBytes: number;
  resolve: (answer: WireStream) => void;
  reject: (death: WireDeath) => void;
}

/** An exchange whose answer is read as it comes, within the whole time of its request. */
class StreamExchange extends Exchange {
  readonly #parts: StreamParts;
  #body: Readable | undefined;
  #length = 0;

  constructor(parts: StreamParts) {
    super(parts.request);
    this.#parts = parts;
  }

  protected fail(death: WireDeath): void {
    if (this.#body) this.#body.destroy(death);
    else this.#parts.reject(death);
  }

  protected begin(status: number, headers: IncomingHttpHeaders): void {
    this.#body = new Readable({
      read: () => this.controller?.resume(),
      destroy: (error, done) => {
        // A reader that leaves before the end ends the exchange.
        if (this.settle()) this.controller?.abort(new Error('left by its reader'));
        done(error);
      },
    });
    this.#parts.resolve({ status, headers, body: this.#body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.#parts.maxBytes) this.#body?.destroy(new TooLong('the body is longer than was asked for'));
    else if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    if (this.settle()) this.#body?.push(null);
  }
}

/** Bytes of a refusal that are read. */
const longestRefusal = 16_384;

/** The beginning of what comes with a bad status, as text; leaves the rest. */
export async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= longestRefusal) break;
  }
  return Buffer.concat(chunks).subarray(0, longestRefusal).toString();
}
