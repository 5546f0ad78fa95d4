import type { Call } from '#domain/contract/call.ts';

/** A call of an operator and what came back. Times are Date.now() of the tester. */
export interface CallRecord {
  call: string;
  /** Which object of the plan it was about, as `project 1`; '' when none. */
  about: string;
  /** The body that was sent, as JSON; '' when none. */
  asked: string;
  sentAt: number;
  /** Null: no answer came. */
  answeredAt: number | null;
  /** When it was known that no answer comes. */
  failedAt: number | null;
  status: number | null;
  /** Why there was no answer; '' when there was one. */
  lost: string;
  body: unknown;
  /** Refusal by rule. */
  refused: string | null;
  /** The answer fits the declared shape. */
  fits: boolean;
}

interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Content of an uploaded file. */
  file?: string;
  about?: string;
}

/** Sends declared calls as a page would, and keeps what was answered. */
export class Operator {
  readonly calls: CallRecord[] = [];
  readonly #cookie: string;

  constructor(cookie: string) {
    this.#cookie = cookie;
  }

  /** Sends a call to a process; a process that is down or dies gives a record without an answer. */
  async send(url: string | undefined, call: Call, input: Input = {}): Promise<CallRecord> {
    const record: CallRecord = {
      call: call.id,
      about: input.about ?? '',
      asked: input.body === undefined ? '' : JSON.stringify(input.body),
      sentAt: Date.now(),
      answeredAt: null,
      failedAt: null,
      status: null,
      lost: '',
      body: null,
      refused: null,
      fits: true,
    };
    this.calls.push(record);
    try {
      if (url === undefined) throw new Error('the process is down');
      const response = await fetch(url + addressOf(call, input), this.#request(call, input));
      const text = await response.text();
      record.answeredAt = Date.now();
      record.status = response.status;
      record.body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
      record.refused = (record.body as { error?: { message: string } })?.error?.message ?? null;
      record.fits = record.refused !== null || record.status !== 200 || call.reply.safeParse(record.body).success;
    } catch (error) {
      record.failedAt = Date.now();
      record.lost = String((error as Error).cause ?? error);
    }
    return record;
  }

  /** The same for what must succeed: building a world. */
  async need<T>(url: string | undefined, call: Call, input: Input = {}): Promise<T> {
    const record = await this.send(url, call, input);
    if (record.status !== 200 || record.refused !== null)
      throw new Error(`${call.id} was not done: ${record.status} ${record.refused ?? JSON.stringify(record.body)}`);
    return record.body as T;
  }

  #request(call: Call, { body, file }: Input): RequestInit {
    const headers: Record<string, string> = { cookie: this.#cookie };
    const signal = AbortSignal.timeout(20_000);
    if (file !== undefined) {
      const form = new FormData();
      form.append('file', new Blob([file]), 'file.txt');
      return { method: call.method, headers, body: form, signal };
    }
    if (body === undefined) return { method: call.method, headers, signal };
    return {
      method: call.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    };
  }
}

function addressOf(call: Call, { params = {}, query = {} }: Input): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}
