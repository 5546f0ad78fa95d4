import type { Registered, SignUp } from '#connectors/kit/contract/platforms.ts';
import type { ProjectOf } from '#domain/contract/projects/kinds.ts';
import { postStatesAllowing } from '#domain/states/post.ts';
import type { App } from '../../app.ts';
import type { SignUpContent } from '../../db/tables.ts';
import type { ClaimedSignUp } from '../../engine/acts/claim.ts';
import { succeedPost } from '../../engine/acts/succeed-post.ts';
import { keepMadeAccount } from '../../features/accounts/made-accounts.ts';
import { readWorkedOn } from '../../features/projects/project-forms.ts';
import { commit } from '../../live/commit.ts';
import type { ActWay, Done, FoundAct, Sent } from '../act-way.ts';
import { CannotWork, ofProject, openPassword, outputOf, readSiteContext, type SiteContext } from '../post-context.ts';
import { drawWebAddress } from '../prepare-content.ts';
import { noLogins } from '../read-sites.ts';
import { makePerson } from './make-person.ts';

/** What is known of a site at which an account is to be made, and for whom. */
interface SignUpContext extends SiteContext {
  project: ProjectOf<'account'>;
  signUp: SignUp;
  /** The password is sealed; the account's is open. */
  content: SignUpContent;
  account: NonNullable<SiteContext['account']>;
}

/** Registering: a made-up person gets an account, which goes into the project's profile. */
export const signUpWay: ActWay<ClaimedSignUp, SignUpContext> = {
  noun: 'account',
  readContext,
  prepare: async (_app, _act, { content }) => ({ content, note: null }),
  send: async (context, job) => toSent(context, await context.signUp.register(job, openPerson(context))),
  async lookUp(context, job, _content, sending): Promise<FoundAct> {
    const found = await context.signUp.find(job, openPerson(context), sending);
    return found.state === 'registered' ? toSent(context, found) : found;
  },
  toldOf: (_act, outcome) =>
    outcome.kind === 'succeeded' && outcome.waitsForMail ? { ...outcome, note: waitsForMail } : outcome,
  succeed,
};

const waitsForMail = 'Registered, waits for the mail of the site';

async function readContext(app: App, act: ClaimedSignUp): Promise<SignUpContext> {
  const project = await ofProject(app, act, async () => {
    const form = await readWorkedOn(app.store.db, act.projectId, app.secrets);
    if (!('verificationInfo' in form)) throw new Error('Only account creation projects register');
    return form;
  });
  const { accounts: _, ...site } = await readSiteContext(app, act, noLogins);
  const { signUp, label } = site.platform;
  if (!signUp) throw new CannotWork(`Accounts at ${label} are made by people`);
  const content = act.content ?? { person: await newPerson(app, act, { project, signUp }) };
  const { person } = content;
  const { username, email } = person;
  const password = openPassword(app, person.password);
  const account = { key: username, username, email, password, sealedPassword: person.password };
  return { ...site, project, signUp, content, account };
}

async function newPerson(app: App, act: ClaimedSignUp, of: Pick<SignUpContext, 'project' | 'signUp'>) {
  const webAddress = await drawWebAddress(app, act);
  const person = makePerson({
    form: of.project,
    webAddress,
    rules: of.signUp.username,
    seed: act.seed,
    nTried: act.accountsTried.length,
  });
  return { ...person, password: app.secrets.seal(person.password) };
}

const openPerson = ({ content, account }: SignUpContext) => ({ ...content.person, password: account.password });

/** Without a page of its own an account is shown by its site. */
function toSent({ site }: SiteContext, sent: Registered | Exclude<Sent, { state: 'published' }>): Sent {
  if (sent.state !== 'registered') return sent;
  const { username, url, waitsFor } = sent;
  return { state: 'published', url: url || site.url, remoteId: username, waitsForMail: waitsFor === 'mail' };
}

/** The act and its account are written down together, once. */
function succeed(app: App, { act, outcome, context }: Done<ClaimedSignUp, SignUpContext>): Promise<null> {
  return commit(app, async (tx, note) => {
    const ours = await tx
      .selectFrom('posts')
      .where('id', '=', act.id)
      .where('state', 'in', postStatesAllowing('succeed'))
      .where('claimed_by', '=', app.bootId)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    const username = outcome.remoteId || context?.account.username || '';
    const isKept =
      !ours ||
      !context ||
      (await keepMadeAccount(tx, note, app.secrets, {
        profileId: context.project.profileId ?? 0,
        projectId: act.projectId,
        siteName: act.siteId,
        email: context.account.email,
        username,
        sealedPassword: context.account.sealedPassword,
        confirmation: outcome.waitsForMail ? 'WAITING' : 'NONE',
      }));
    const told = isKept
      ? outcome
      : { ...outcome, note: `The account ${username} was made, but its profile was deleted` };
    const work = { post: act, output: outputOf(undefined, '', false), bootId: app.bootId, outcome: told };
    await succeedPost(tx, note, work, app);
    return null;
  });
}
