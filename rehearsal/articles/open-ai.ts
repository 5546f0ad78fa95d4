import { type ApiReply, type ApiRequest, jsonReply } from '../api-server.ts';
import { type SourceApi, startSourceApi } from './source-api.ts';

/** How the next answers of the model go wrong: cut short by length, the line cut, or no more words. */
export type ChatFault = 'length' | 'cut' | 'stall' | null;

/** A rehearsed server with the chat interface of OpenAI. */
export interface ChatApi extends SourceApi {
  fault: ChatFault;
  /** So many questions are answered well before the fault strikes. */
  wellFor: number;
  /** False: it has no list of models. */
  lists: boolean;
  /** False: it answers at once. */
  streams: boolean;
  /** Questions that were asked of the model, the last turn of each. */
  asked: string[];
}

/** Starts it, with the model "model-one". Of "nothing" it has nothing to say, of "nonsense" no outline. */
export async function startOpenAi(): Promise<ChatApi> {
  const key = { apiKey: 'sk-rehearsal-1234567890', model: 'model-one' };
  const api = await startSourceApi(key, (source, request, refusesKey) => {
    if (refusesKey || request.headers.authorization !== `Bearer ${key.apiKey}`)
      return problem(401, 'invalid_api_key', `Incorrect API key provided: ${request.headers.authorization}`);
    const chat = source as ChatApi;
    if (request.path === '/v1/models') return chat.lists ? models : problem(404, 'unknown_url', 'Unknown request URL');
    if (request.path !== '/v1/chat/completions') return problem(404, 'unknown_url', 'Unknown request URL');
    return complete(chat, request);
  });
  const { reset } = api;
  const chat: ChatApi = Object.assign(api, { fault: null, wellFor: 0, lists: true, streams: true, asked: [] });
  chat.reset = () => {
    reset();
    Object.assign(chat, { fault: null, wellFor: 0, lists: true, streams: true, asked: [] });
  };
  return chat;
}

const models = jsonReply({ object: 'list', data: [{ id: 'model-one' }, { id: 'model-two' }] });

function complete(chat: ChatApi, { body }: ApiRequest): ApiReply {
  const { model, messages, stream } = JSON.parse(body.toString()) as {
    model: string;
    messages: { role: string; content: string }[];
    stream: boolean;
  };
  if (!/^model-(one|two)$/.test(model)) return problem(404, 'model_not_found', `The model ${model} does not exist`);
  if (chat.trouble === 'balance') return problem(429, 'insufficient_quota', 'You exceeded your current quota');
  if (chat.trouble === 'busy')
    return problem(429, 'rate_limit_exceeded', 'Rate limit reached', { 'retry-after': '30' });
  const question = messages.at(-1)?.content ?? '';
  const fault = chat.asked.length < chat.wellFor ? null : chat.fault;
  chat.asked.push(question);
  const isFirst = messages.length <= 2;
  const text = isFirst ? sayTo(question) : ' And the rest of it.';
  const finish = fault === 'length' && isFirst ? 'length' : 'stop';
  if (!stream || !chat.streams)
    return jsonReply({ choices: [{ message: { content: text }, finish_reason: finish }] }, { done: true });
  return streamed(text, finish, fault);
}

function sayTo(question: string): string {
  const subject = /on this subject: (.*)/.exec(question)?.[1] ?? '';
  if (subject === 'nothing') return '';
  if (subject === 'nonsense') return 'Certainly! I am glad to help.';
  if (subject !== '')
    return `# All about the ${subject}\n\n1. Why a ${subject}\n2. **How to {begin|start}**\n- "When"\n`;
  const section = /Write the section "(.*?)"/.exec(question)?.[1];
  return section === undefined ? 'OK' : `The {green|lush} garden & "${section}".\n\n\n\nIt < grows.`;
}

/** The words one by one, as frames that do not keep to the pieces in which they are sent. */
function streamed(text: string, finish: string, fault: ChatFault): ApiReply {
  const frame = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const words = text.split(/(?<= )/).map((content) => frame({ content }));
  const broken = fault === 'cut' || fault === 'stall';
  const frames = [': comment\n\n', frame({ role: 'assistant', content: '' }), ...words];
  const whole = (broken ? frames : [...frames, frame({}, finish), 'data: [DONE]\n\n']).join('');
  const body = whole.match(/[\s\S]{1,37}/g) ?? [];
  const type = 'text/event-stream; charset=utf-8';
  if (!broken) return { type, body, done: true };
  return { type, body, done: true, ends: fault === 'cut' ? 'cut' : 'never' };
}

const problem = (status: number, code: string, message: string, headers: Record<string, string> = {}): ApiReply =>
  jsonReply({ error: { message, type: 'error', param: null, code } }, { status, headers });
