import type {
  FoundAccount,
  Job,
  NameTaken,
  NewPerson,
  Registered,
  SignUp,
} from '#connectors/kit/contract/platforms.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import { listOf, objectOf, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import { type Captcha, captchaOf, solveWikiCaptcha } from './captcha.ts';
import { ask, errorOfWiki, post, type WikiAnswer, WikiError } from './wiki-call.ts';

/** Accounts of a wiki that lets strangers make them (API:Account_creation). */
export const signUp: SignUp = {
  // $wgMaxNameChars and $wgInvalidUsernameCharacters; spaces are letters of a name there, and left out here.
  username: { minLength: 1, maxLength: 60, pattern: /[\p{L}\p{N}._-]/u },
  register: (job, person) => inWords(job, true, () => register(job, person)),
  find: (job, person) => inWords(job, false, () => find(job, person)),
  async confirm(job, { links }) {
    const link = links.find((one) => /confirmemail|invalidateemail/i.test(one) && !/invalidate/i.test(one));
    if (link === undefined || !isSameSite(job.site.url, link)) return undefined;
    await job.tools.http({ method: 'GET', url: link });
    return { detail: 'The wiki knows the address as confirmed' };
  },
};

async function inWords<T>(job: Job, act: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WikiError ? errorOfWiki(job, error, act) : error;
  }
}

async function register(job: Job, person: NewPerson): Promise<Registered | NameTaken> {
  const asked = await ask(job, {
    action: 'query',
    meta: 'authmanagerinfo|tokens',
    type: 'createaccount',
    amirequestsfor: 'create',
  });
  const query = objectOf(asked, 'query');
  const info = objectOf(query, 'authmanagerinfo');
  if (info?.cancreateaccounts === false)
    throw new NeedsOperator('This wiki lets no stranger make an account: its owner makes them', 'confirmation');
  const token = textOf(objectOf(query, 'tokens'), 'createaccounttoken');
  const captcha = captchaOf(info);
  const solved = captcha && (await solveWikiCaptcha(job, captcha));
  const { username, password, email } = person;
  const values = {
    action: 'createaccount',
    ...{ username, password, retype: password, email },
    // Without it the wiki drops the address too.
    realname: `${person.firstName} ${person.lastName}`.trim() || username,
    createreturnurl: new URL('/', job.site.url).href,
    createtoken: token,
    ...solved?.values,
  };
  const answer = await post(job, values, { act: true, secrets: [password] });
  return judge(job, answer, { person, captcha, wasWrong: solved?.wasWrong });
}

interface Asked {
  person: NewPerson;
  captcha: Captcha | undefined;
  wasWrong: (() => Promise<void>) | undefined;
}

async function judge(job: Job, answer: WikiAnswer, of: Asked): Promise<Registered | NameTaken> {
  const made = objectOf(answer, 'createaccount');
  const status = textOf(made, 'status');
  const name = textOf(made, 'username') || of.person.username;
  if (status === 'PASS') return await accountPage(job, name);
  const said = shortDetail(textOf(made, 'message'));
  const code = textOf(made, 'messagecode');
  if (code === 'userexists') return { state: 'taken', reason: `The name ${of.person.username} is taken at this wiki` };
  if (/captcha/i.test(code) || (status !== 'FAIL' && of.captcha)) {
    await of.wasWrong?.();
    throw new Fatal('The wiki did not take the answer to its captcha');
  }
  if (status === 'UI' || status === 'REDIRECT')
    throw new NeedsOperator(
      'The wiki asks for more than name, password and address: make this account by hand',
      'confirmation',
    );
  if (status === 'FAIL') throw new Fatal(`The wiki made no account${said ? `: ${said}` : ''}`);
  throw new Unconfirmed('MediaWiki did not say whether it made the account');
}

/** The user's page is where a stranger sees the account; the account stands, so no failure here may ask for another. */
async function accountPage(job: Job, username: string): Promise<Registered> {
  const pages = await ask(job, { action: 'query', titles: `User:${username}`, prop: 'info', inprop: 'url' }).catch(
    () => undefined,
  );
  const url = textOf(listOf(objectOf(pages, 'query'), 'pages')[0], 'fullurl');
  return { state: 'registered', username, url, waitsFor: 'no' };
}

/** The list of users says whether the name is there, a sign-in whether it is this person's. */
async function find(job: Job, person: NewPerson): Promise<FoundAccount> {
  const { username, password } = person;
  const listed = await ask(job, { action: 'query', list: 'users', ususers: username, meta: 'tokens', type: 'login' });
  const query = objectOf(listed, 'query');
  const user = listOf(query, 'users')[0];
  if (user === undefined) return { state: 'unknown', reason: 'The wiki does not tell whether it knows this name' };
  if (user.missing === true || user.invalid === true) return { state: 'absent' };
  const values = {
    action: 'clientlogin',
    ...{ username, password },
    loginreturnurl: new URL('/', job.site.url).href,
    logintoken: textOf(objectOf(query, 'tokens'), 'logintoken'),
  };
  const login = objectOf(await post(job, values, { act: false, secrets: [password] }), 'clientlogin');
  const name = textOf(user, 'name') || username;
  if (textOf(login, 'status') === 'PASS') return await accountPage(job, name);
  if (textOf(login, 'messagecode') === 'wrongpassword')
    return { state: 'taken', reason: `The name ${username} is taken at this wiki` };
  return { state: 'unknown', reason: 'The wiki knows the name, but does not say whether it is ours' };
}
