import type {
  ConfirmedAccount,
  FoundAccount,
  Job,
  NameTaken,
  NewPerson,
  Registered,
  SignUp,
  SiteMail,
} from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { filledIn, formWith, refuseQuestions } from '#connectors/kit/html-form.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { errorForStatus, readObject, shortDetail, stopWhenBusy, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite } from '#connectors/kit/same-site.ts';
import { findRoot, routeUrl } from './rest-root.ts';

/** Accounts of a WordPress that lets strangers register: its own form, and the link in its mail (wp-login.php, 4.3+). */
export const signUp: SignUp = {
  // sanitize_user( , true ); posts.user_login holds 60.
  username: { minLength: 1, maxLength: 60, pattern: /[a-z0-9_.@-]/i },
  register,
  find,
  confirm,
};

const who = 'WordPress';
const loginPage = (job: Job) => new URL('wp-login.php', withSlash(job.site.url)).href;
const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);
const registered = (person: NewPerson): Registered => ({
  state: 'registered',
  username: person.username,
  url: '',
  waitsFor: 'mail',
});

async function register(job: Job, person: NewPerson): Promise<Registered | NameTaken> {
  const page = await job.tools.http({ method: 'GET', url: `${loginPage(job)}?action=register`, raw: true });
  stopWhenBusy({ who, ...page, now: job.tools.now() });
  const form = formWith(page, 'user_email');
  if (form === undefined)
    throw new NeedsOperator(
      'This WordPress lets nobody register: its owner ticks "Anyone can register" under Settings, General',
      'confirmation',
    );
  refuseQuestions(form, known, who);
  const fields = filledIn(form, { user_login: person.username, user_email: person.email });
  const answer = await postForm(job.tools, { url: form.action, fields }, { act: true, raw: true });
  if (answer.status >= 300 && answer.status < 400) return registered(person);
  const bad = errorForStatus({ who, ...answer, act: true, now: job.tools.now() });
  if (bad !== undefined) throw bad;
  const refusal = errorOn(answer);
  if (refusal === undefined) throw new Unconfirmed('WordPress did not say whether it made the account');
  // Its words are in the site's language: whether the name is taken is asked.
  if ((await signIn(job, person)) !== 'unknown')
    return { state: 'taken', reason: `The name ${person.username} is taken at this WordPress` };
  throw new Fatal(`WordPress made no account: ${refusal}`);
}

const known = new Set(['user_login', 'user_email']);

/** What the page refused with, without markup. */
function errorOn({ text }: OutsideAnswer): string | undefined {
  const from = text.indexOf('id="login_error"');
  if (from < 0) return undefined;
  return shortDetail(text.slice(text.indexOf('>', from) + 1, from + 1_500).split('</div>')[0] ?? '');
}

type SignIn = 'ours' | 'known' | 'unknown';

/** Signs in: the page keeps a name that it knows in its form, and forgets one that it does not (wp-login.php, case login). */
async function signIn(job: Job, { username, password }: Pick<NewPerson, 'username' | 'password'>): Promise<SignIn> {
  const fields = { log: username, pwd: password, 'wp-submit': 'Log In', testcookie: '1' };
  const url = loginPage(job);
  // The cookie by which the page sees that cookies work.
  await job.tools.http({ method: 'GET', url, raw: true });
  const answer = await postForm(job.tools, { url, fields }, { raw: true, secrets: [password] });
  stopWhenBusy({ who, ...answer, now: job.tools.now() });
  if (answer.status >= 300 && answer.status < 400) return 'ours';
  const form = formWith(answer, 'log');
  if (form === undefined) throw new Retryable('The sign-in page of this WordPress could not be read');
  return form.fields.find((field) => field.name === 'log')?.value ? 'known' : 'unknown';
}

async function find(job: Job, person: NewPerson): Promise<FoundAccount> {
  return (await signIn(job, person)) === 'unknown' ? { state: 'absent' } : registered(person);
}

/** Sets the password by the link of the mail, signs in, and makes the application password that posting needs. */
async function confirm(job: Job, { links }: SiteMail): Promise<ConfirmedAccount | undefined> {
  const link = links.find((one) => /[?&]action=rp(&|$)/.test(one) && isSameSite(job.site.url, one));
  if (link === undefined) return undefined;
  const { username, password } = job.account;
  const page = await job.tools.http({ method: 'GET', url: link, raw: true });
  stopWhenBusy({ who, ...page, now: job.tools.now() });
  const form = formWith(page, 'pass1');
  // Without the form the link was used before: by us, when the password is ours.
  if (form !== undefined) {
    const fields = filledIn(form, { pass1: password, pass2: password, pw_weak: 'on' });
    await postForm(job.tools, { url: form.action, fields }, { raw: true, secrets: [password] });
  }
  if ((await signIn(job, { username, password })) !== 'ours')
    throw new Fatal('WordPress did not take the password: the link of its mail is used up or too old');
  return await makeApplicationPassword(job);
}

async function makeApplicationPassword(job: Job): Promise<ConfirmedAccount> {
  const { tools, site } = job;
  const nonceUrl = new URL('wp-admin/admin-ajax.php?action=rest-nonce', withSlash(site.url)).href;
  const nonce = (await tools.http({ method: 'GET', url: nonceUrl, raw: true })).text.trim();
  const root = await findRoot(site, tools);
  const answer = await tools.http({
    method: 'POST',
    url: routeUrl(root, 'wp/v2/users/me/application-passwords'),
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-wp-nonce': nonce },
    body: JSON.stringify({ name: `Posts ${new Date(tools.now()).toISOString().slice(0, 16)}` }),
    raw: true,
    secrets: [nonce],
  });
  const made = textOf(readObject(answer.text), 'password');
  if (answer.status === 201 && made !== '') return { password: made, detail: 'Confirmed by mail, may post' };
  stopWhenBusy({ who, ...answer, now: job.tools.now() });
  throw new Fatal(
    'The account is confirmed, but this WordPress gives it no application password, which posting needs: its owner allows them',
  );
}
