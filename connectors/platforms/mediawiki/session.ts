import type { Job } from '#connectors/kit/contract/platforms.ts';
import { NeedsOperator, Retryable } from '#connectors/kit/errors.ts';
import { objectOf, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { ask, errorOfWiki, post, type WikiAnswer, WikiError } from './wiki-call.ts';

const tokenKey = 'csrf';

/** Logins under way, by the account's memory: posts that start together share one, since each login ends the session before. */
const loginsUnderWay = new WeakMap<Map<string, string>, Promise<void>>();

/** A signed-in call: logs in when needed, and once more when the session or token has ended meanwhile. */
export async function withSession(
  job: Job,
  send: (token: string) => Promise<WikiAnswer>,
  act: boolean,
): Promise<WikiAnswer> {
  const token = await sessionToken(job);
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof WikiError)) throw error;
    if (!isSessionOver(error)) throw error;
    if (job.tools.memory.get(tokenKey) === token) job.tools.memory.delete(tokenKey);
  }
  try {
    return await send(await sessionToken(job));
  } catch (error) {
    throw error instanceof WikiError && isSessionOver(error) ? errorOfWiki(job, error, act) : error;
  }
}

function isSessionOver(error: WikiError): boolean {
  return error.code === 'badtoken' || error.code.startsWith('assert');
}

/** The csrf token of the session; logs in when there is none. */
async function sessionToken(job: Job): Promise<string> {
  const { memory } = job.tools;
  const known = memory.get(tokenKey);
  if (known !== undefined) return known;
  const running = loginsUnderWay.get(memory) ?? logIn(job).finally(() => loginsUnderWay.delete(memory));
  loginsUnderWay.set(memory, running);
  await running;
  const token = memory.get(tokenKey);
  if (token === undefined) throw new Retryable('The session at the wiki ended at once');
  return token;
}

async function logIn(job: Job): Promise<void> {
  try {
    const loginToken = await fetchToken(job, 'login');
    if (job.account.username.includes('@')) await logInWithBotPassword(job, loginToken);
    else await logInAsClient(job, loginToken);
    job.tools.memory.set(tokenKey, await fetchToken(job, 'csrf'));
  } catch (error) {
    throw error instanceof WikiError ? errorOfWiki(job, error, false) : error;
  }
}

async function fetchToken(job: Job, type: 'login' | 'csrf'): Promise<string> {
  const answer = await ask(job, { action: 'query', meta: 'tokens', type });
  return textOf(objectOf(objectOf(answer, 'query'), 'tokens'), `${type}token`);
}

/** Bot passwords have names like User@tool (API:Login). */
async function logInWithBotPassword(job: Job, lgtoken: string): Promise<void> {
  const { username, password } = job.account;
  const values = { action: 'login', lgname: username, lgpassword: password, lgtoken };
  const login = objectOf(await post(job, values, { act: false, secrets: [password] }), 'login');
  const result = textOf(login, 'result');
  if (result === 'Success') return;
  if (result === 'Throttled')
    throw new Retryable('MediaWiki asks to wait before the next login', { afterMs: waitOf(login) });
  const reason = objectOf(login, 'reason');
  throw new NeedsOperator(
    `MediaWiki refused the login: ${shortDetail(textOf(reason, 'text') || textOf(login, 'reason')) || result}`,
    'credentials',
  );
}

function waitOf(login: Record<string, unknown> | undefined): number {
  return typeof login?.wait === 'number' ? login.wait * 1000 : 300_000;
}

/** Plain accounts (API:Login, action=clientlogin). */
async function logInAsClient(job: Job, logintoken: string): Promise<void> {
  const { username, password } = job.account;
  const loginreturnurl = new URL('/', job.site.url).href;
  const values = { action: 'clientlogin', username, password, rememberMe: '1', loginreturnurl, logintoken };
  const login = objectOf(await post(job, values, { act: false, secrets: [password] }), 'clientlogin');
  const status = textOf(login, 'status');
  if (status === 'PASS') return;
  const code = textOf(login, 'messagecode');
  if (code === 'login-throttled')
    throw new Retryable('MediaWiki asks to wait before the next login', { afterMs: 300_000 });
  if (status === 'UI') {
    const isCaptcha = JSON.stringify(login?.requests ?? '')
      .toLowerCase()
      .includes('captcha');
    throw new NeedsOperator(
      'MediaWiki asks for more than a password: use a bot password',
      isCaptcha ? 'captcha' : 'credentials',
    );
  }
  throw new NeedsOperator(
    `MediaWiki refused the login: ${shortDetail(textOf(login, 'message')) || status}`,
    'credentials',
  );
}

/** Reads as a stranger, and again signed in where only members of the wiki may read. */
export async function readAlsoAsMember<T>(job: Job, read: () => Promise<T>): Promise<T> {
  const inWords = (error: unknown) => (error instanceof WikiError ? errorOfWiki(job, error, false) : error);
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof WikiError) || error.code !== 'readapidenied') throw inWords(error);
  }
  try {
    await sessionToken(job);
    return await read();
  } catch (error) {
    throw inWords(error);
  }
}
