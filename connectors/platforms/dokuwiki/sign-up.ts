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
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import { filledIn, formWith, refuseQuestions } from '#connectors/kit/html-form.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { errorForStatus, shortDetail, stopWhenBusy } from '#connectors/kit/read-answer.ts';
import { baseOf, errorOfFault, tryLogin } from './wiki-call.ts';

/** Accounts of a DokuWiki that lets strangers register: its own form; most send the password by mail (autopasswd). */
export const signUp: SignUp = {
  // cleanUser: letters become small, signs at the ends go (lib/plugins/authplain).
  username: { minLength: 1, maxLength: 60, pattern: /[\p{L}\p{N}_.-]/u },
  register,
  find,
  confirm,
};

/** The name as the wiki will write it. */
const nameOf = (person: Pick<NewPerson, 'username'>) =>
  person.username.toLowerCase().replace(/^[._-]+|[._-]+$/g, '') || 'user';

const who = 'DokuWiki';
/** Fields that are filled in here. */
const known = new Set(['login', 'pass', 'passchk', 'fullname', 'email']);

async function register(job: Job, person: NewPerson): Promise<Registered | NameTaken> {
  const url = new URL('doku.php?do=register', await baseOf(job)).href;
  const page = await job.tools.http({ method: 'GET', url, raw: true });
  stopWhenBusy({ who, ...page, now: job.tools.now() });
  const form = formWith(page, 'fullname');
  if (form === undefined)
    throw new NeedsOperator('This DokuWiki lets nobody register: its owner makes the accounts', 'confirmation');
  refuseQuestions(form, known, who);
  const username = nameOf(person);
  const choosesPassword = form.fields.some((field) => field.name === 'pass');
  const passwords: Record<string, string> = choosesPassword ? { pass: person.password, passchk: person.password } : {};
  const fullname = `${person.firstName} ${person.lastName}`.trim() || username;
  const fields = filledIn(form, { login: username, fullname, email: person.email, ...passwords });
  const answer = await postForm(
    job.tools,
    { url: form.action, fields },
    { act: true, raw: true, secrets: [person.password] },
  );
  const isMoved = answer.status >= 300 && answer.status < 400;
  const bad = isMoved ? undefined : errorForStatus({ who, ...answer, act: true, now: job.tools.now() });
  if (bad !== undefined) throw bad;
  const refusal = messageOf(answer, 'error');
  // What is drawn once more was not taken; its words are in the wiki's language.
  if (refusal !== undefined && formWith(answer, 'fullname')) return refused(username, refusal);
  if (refusal === undefined && messageOf(answer, 'success') === undefined && !isMoved)
    throw new Unconfirmed('DokuWiki did not say whether it made the account');
  return { state: 'registered', username, url: '', waitsFor: choosesPassword ? 'no' : 'mail' };
}

/** "A user with this login already exists" in the languages of most wikis (inc/lang, reguexists). */
const taken =
  /already exists|existiert|existe|esiste|bestaat|finns redan|eksisterer|findes allerede|istnieje|существует|已存在|既に|이미/i;

function refused(username: string, refusal: string): NameTaken {
  if (taken.test(refusal)) return { state: 'taken', reason: `The name ${username} is taken at this wiki` };
  throw new Fatal(`The wiki made no account: ${refusal}`);
}

/** What the wiki told above the page (inc/infoutils.php, html_msgarea). */
function messageOf({ text }: OutsideAnswer, kind: 'error' | 'success'): string | undefined {
  const from = text.indexOf(`<div class="${kind}">`);
  if (from < 0) return undefined;
  return shortDetail(text.slice(text.indexOf('>', from) + 1, from + 1_500).split('</div>')[0] ?? '');
}

/** A sign-in tells whose the account is; where the wiki makes the password, only its mail does. */
async function find(job: Job, person: NewPerson): Promise<FoundAccount> {
  const username = nameOf(person);
  if (await signsIn(job, { username, password: person.password }))
    return { state: 'registered', username, url: '', waitsFor: 'no' };
  const url = new URL('doku.php?do=register', await baseOf(job)).href;
  const form = formWith(await job.tools.http({ method: 'GET', url, raw: true }), 'fullname');
  // Its own password would open an account that was made.
  if (form?.fields.some((field) => field.name === 'pass')) return { state: 'absent' };
  return { state: 'unknown', reason: 'The wiki does not tell whether it made the account: see whether its mail came' };
}

async function signsIn(job: Job, login: { username: string; password: string }): Promise<boolean> {
  try {
    return await tryLogin(job, login);
  } catch (error) {
    throw errorOfFault(error);
  }
}

/** Longest mail of a wiki that is looked through, in lines. */
const maxLines = 60;
/** Words that are tried as passwords at most: a wrong one is a failed sign-in. */
const maxTries = 3;

/** Finds the password in the mail, which stands behind the name, and signs in with it. */
async function confirm(job: Job, { text }: SiteMail): Promise<ConfirmedAccount | undefined> {
  const username = nameOf(job.account);
  const lines = text.split(/\r?\n/).slice(0, maxLines);
  const values = lines.map((line) => line.slice(line.indexOf(':') + 1).trim());
  const at = values.findIndex((value) => value.toLowerCase() === username);
  if (at < 0) return undefined;
  const candidates = values.slice(at + 1).filter((value) => /^\S{4,60}$/.test(value));
  for (const password of candidates.slice(0, maxTries))
    if (await signsIn(job, { username, password })) return { password, detail: 'Confirmed by mail, may post' };
  throw new Fatal('The wiki did not take the password of its mail');
}
