import { unreadable } from '#connectors/kit/articles/read-article.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { OutsideStream } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import {
  describeStatus,
  errorForStatus,
  listOf,
  objectOf,
  readObject,
  shortDetail,
  textOf,
} from '#connectors/kit/read-answer.ts';

export const label = 'OpenAI';

/** Whole time of an answer, in ms: long ones come at some dozen words a second. */
const answerMs = 300_000;
/** Bytes of an answer with its frames at most. */
const mostBytes = 4_194_304;

/** Letters of one frame at most: what is longer is none. */
const longestFrame = 262_144;

/** A turn of the talk. */
export interface Turn {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What the model said; `isCut`: it had to stop before its end. */
export interface Said {
  text: string;
  isCut: boolean;
}

/**
 * Has the model say what comes next, read as it comes: who calls it off pays for nothing more. `act`: a lost answer is
 * Unconfirmed, for it was paid. A server that knows no streams may answer at once.
 */
export async function chat(job: ServiceJob, messages: Turn[], act: boolean): Promise<Said> {
  const answer = await job.tools.stream(
    {
      method: 'POST',
      url: `${job.address}/chat/completions`,
      headers: { ...authorization(job), 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ model: modelOf(job), messages, stream: true }),
      ...{ act, raw: true, timeoutMs: answerMs, secrets: [textField(job.key, 'apiKey')] },
    },
    mostBytes,
  );
  if (answer.status >= 300) throw failureOf(job, answer, await wholeText(answer));
  const isStream = /^text\/event-stream/i.test(answer.headers['content-type'] ?? '');
  return isStream ? readEvents(job, answer, act) : readWhole(await wholeText(answer), act);
}

export const modelOf = (job: ServiceJob): string => textField(job.key, 'model') || 'gpt-4o-mini';

export const authorization = (job: ServiceJob) => ({ authorization: `Bearer ${textField(job.key, 'apiKey')}` });

async function wholeText({ body }: OutsideStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function readWhole(text: string, act: boolean): Said {
  const [choice] = listOf(readObject(text), 'choices');
  const message = objectOf(choice, 'message');
  if (!message) throw unreadable(label, act);
  return { text: textOf(message, 'content'), isCut: isCut(textOf(choice, 'finish_reason')) };
}

/** Frames of server-sent events: `data: {...}` a piece, and `data: [DONE]`. */
async function readEvents(job: ServiceJob, answer: OutsideStream, act: boolean): Promise<Said> {
  const pieces: string[] = [];
  let finish = '';
  for await (const data of eventsOf(answer)) {
    if (data === '[DONE]') return { text: pieces.join(''), isCut: isCut(finish) };
    const frame = readObject(data);
    // The head was good, and then something went wrong over there.
    if (objectOf(frame, 'error')) throw failureOf(job, { ...answer, status: 500 }, data);
    const [choice] = listOf(frame, 'choices');
    pieces.push(textOf(objectOf(choice, 'delta'), 'content'));
    finish = textOf(choice, 'finish_reason') || finish;
  }
  if (finish !== '') return { text: pieces.join(''), isCut: isCut(finish) };
  const cut = `The answer of ${label} broke off`;
  throw act ? new Unconfirmed(cut) : new Retryable(cut);
}

async function* eventsOf({ body }: OutsideStream): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestFrame) return;
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
}

function isCut(finish: string): boolean {
  if (finish === 'content_filter') throw new Fatal(`${label} does not write about this subject`);
  return finish === 'length';
}

/** The error that a bad status is: nothing was made, so that it may be sent again where the server is at fault. */
export function failureOf(
  job: ServiceJob,
  { status, headers }: Pick<OutsideStream, 'status' | 'headers'>,
  text: string,
): Error {
  const error = objectOf(readObject(text), 'error');
  const [code, type, detail] = [textOf(error, 'code'), textOf(error, 'type'), shortDetail(textOf(error, 'message'))];
  // What it says of a key repeats most of it.
  if (status === 401 || status === 403 || code === 'invalid_api_key')
    return new NeedsOperator(`${label} refused the key`, 'credentials');
  const said = `${label} answered ${describeStatus(status)}${detail ? `: ${detail}` : ''}`;
  if (status === 402 || code === 'insufficient_quota' || type === 'insufficient_quota')
    return new NeedsOperator(said, 'balance');
  if (status === 404 && code === 'model_not_found')
    return new Fatal(`${label} does not know the model ${shortDetail(modelOf(job))}`);
  const facts = { who: label, status, headers, act: false, now: job.tools.now(), detail };
  return errorForStatus(facts) ?? new Fatal(said);
}
