import { Fatal, NeedsOperator, Retryable } from '../errors.ts';
import { shortDetail } from '../read-answer.ts';

/** What services of captchas complain about, whatever word each has for it. */
export type Trouble =
  /** The key or login is not known. */
  | 'key'
  /** Nothing is left to pay with. */
  | 'balance'
  /** Nobody is free, or the service asks to slow down. */
  | 'busy'
  /** The account or our address is shut out. */
  | 'blocked'
  /** Nobody could read it. */
  | 'unsolved'
  /** The captcha itself is not taken. */
  | 'refused';

/** Wait that a service without a word on it is given, in ms. */
const busyMs = 5_000;

/** The error of the contract that a trouble is; `word` is what the service called it. */
export function failureOf(who: string, trouble: Trouble, word = ''): Error {
  const said = word === '' ? '' : `: ${shortDetail(word)}`;
  switch (trouble) {
    case 'key':
      return new NeedsOperator(`${who} refused the key or login${said}`, 'credentials');
    case 'balance':
      return new NeedsOperator(`Nothing is left at ${who}${said}`, 'balance');
    case 'blocked':
      return new NeedsOperator(`${who} does not serve this account or this address${said}`, 'ban');
    case 'busy':
      return new Retryable(`${who} is busy${said}`, { afterMs: busyMs });
    case 'unsolved':
      return new Fatal(`${who} could not solve the captcha${said}`);
    case 'refused':
      return new Fatal(`${who} did not take the captcha${said}`);
  }
}

const words: [Trouble, RegExp][] = [
  ['key', /^ERROR_(WRONG_USER_KEY|KEY_DOES_NOT_EXIST)$/],
  ['balance', /^ERROR_ZERO_BALANCE$/],
  ['blocked', /^(IP_BANNED|ERROR_IP_(NOT_ALLOWED|BLOCKED))$/],
  ['busy', /^(ERROR_NO_SLOT_AVAILABLE|MAX_USER_TURN|ERROR: \d+)$/],
  ['unsolved', /^ERROR_(CAPTCHA_UNSOLVABLE|BAD_DUPLICATES)$/],
  ['refused', /^ERROR[_:]/],
];

/** The error that a word of 2Captcha's interfaces is (in.php, createTask); undefined for any other text. */
export function failureOfWord(who: string, text: string): Error | undefined {
  const word = text.slice(0, 100).trim();
  const [trouble] = words.find(([, shape]) => shape.test(word)) ?? [];
  return trouble && failureOf(who, trouble, word);
}
