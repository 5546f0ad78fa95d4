import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectOf } from '#domain/contract/projects/kinds.ts';
import type { PayloadOf } from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import { isStoreAway, untilStored } from '../../db/store-away.ts';
import {
  endVerification,
  isVerifying,
  tellVerification,
  type VerificationEnd,
} from '../../engine/runs/verification.ts';
import { TaskRefused, type TaskWork } from '../../engine/tasks/task-work.ts';
import {
  countConfirmations,
  giveUpWaiting,
  siteDomains,
  type WaitingAccount,
  waitAgain,
  waitingAccounts,
} from '../../features/accounts/made-accounts.ts';
import { readForm } from '../../features/projects/project-forms.ts';
import { commit } from '../../live/commit.ts';
import { MailboxRefused } from '../../outside/mail/connect-mailbox.ts';
import { deleteOldMails, domainOf } from '../../outside/mail/delete-old-mails.ts';
import { readMailbox } from '../../outside/mail/read-mailbox.ts';
import { answerMail } from './answer-mail.ts';

type Work = TaskWork<PayloadOf<'confirmAccounts'>>;

/** A verification is over when no mail helped for so long, in ms: sites send theirs within minutes. */
const patienceMs = 5 * 60_000;
/** Between two looks into the mailbox, in ms: short at first. */
const lookEveryMs = 15_000;
const firstLooksMs = 3_000;
/** Stop is noticed so soon while it waits, in ms. */
const noticeMs = 500;

/**
 * Confirms the accounts that a project made: reads its mailbox again and again for mails newer than them, and does what the
 * site asks for there, until all are confirmed, no mail helps any more, or the operator stops it (D-ENG-13). Begun again
 * after a fault it goes on where it was: what is confirmed is stored with each account.
 */
export async function confirmAccounts(app: App, work: Work): Promise<void> {
  const { projectId } = work.payload;
  const end = (how: VerificationEnd) =>
    untilStored(AbortSignal.timeout(60_000), () =>
      commit(app, (tx, note) => endVerification(tx, note, projectId, how)),
    );
  try {
    if (!(await isVerifying(app.store.db, projectId))) return;
    await commit(app, (tx, note) => waitAgain(tx, note, app.secrets, projectId));
    const how = await look(app, work);
    await end(how ?? { status: 'Stopped' });
    if (how) await tidyMailbox(app, work);
  } catch (error) {
    // Another try, process or start goes on with it; whoever cancelled it wanted its end.
    if (work.signal.aborted || isStoreAway(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await end({ status: reason, error: reason });
    // Its end is told: another try would find nothing to do.
    if (!(error instanceof MailboxRefused)) throw new TaskRefused(reason, { cause: error });
  }
}

/** Looks until it is over; undefined when it was stopped. */
async function look(app: App, work: Work): Promise<VerificationEnd | undefined> {
  const { projectId } = work.payload;
  const known = new Set<string>();
  let helpedAt = Date.now();
  let trouble: string | undefined;
  for (let nLooks = 0; ; nLooks += 1) {
    const project = await verifyingProject(app, projectId);
    if (!project) return undefined;
    const waiting = await waitingAccounts(app.store.db, projectId);
    const counts = await countConfirmations(app.store.db, projectId);
    if (waiting.length === 0) return await over(app, projectId);
    await tellProgress(app, work, counts, trouble);
    try {
      if ((await readOnce(app, work, { project, waiting, known })) > 0) helpedAt = Date.now();
      trouble = undefined;
    } catch (error) {
      if (!(error instanceof MailboxRefused) || error.isFinal) throw error;
      trouble = error.message;
    }
    if (Date.now() - helpedAt >= patienceMs) {
      const { status } = await over(app, projectId);
      return trouble === undefined ? { status } : { status: `${status}. ${trouble}`, error: trouble };
    }
    await waitFor(app, work, nLooks < 5 ? firstLooksMs : lookEveryMs);
  }
}

/** No mail is looked for any more: what still waits, also at a site that was deleted, was not found. */
async function over(app: App, projectId: number): Promise<VerificationEnd> {
  await commit(app, (tx, note) => giveUpWaiting(tx, note, app.secrets, projectId));
  return { status: doneText(await countConfirmations(app.store.db, projectId)) };
}

/** The form of a project that is still verifying; undefined when it was stopped or deleted. */
async function verifyingProject(app: App, id: number): Promise<ProjectOf<'account'> | undefined> {
  if (!(await isVerifying(app.store.db, id))) return undefined;
  const form = await readForm(app.store.db, id, app.secrets);
  return 'verificationInfo' in form ? form : undefined;
}

const dayMs = 86_400_000;

/** Mails of sites of the catalogue that are older than the options keep them are deleted; nothing hangs on it. */
async function tidyMailbox(app: App, work: Work): Promise<void> {
  const form = await readForm(app.store.db, work.payload.projectId, app.secrets).catch(() => undefined);
  if (form === undefined || !('verificationInfo' in form) || form.verificationInfo.emailServer === '') return;
  const { daysToDeleteMails, waitTimeOut } = await app.options.read();
  const domains = new Set(await siteDomains(app.store.db));
  const own = domainOf(form.verificationInfo.emailAddress);
  const isOwn = (domain: string) => domain === own || domain.endsWith(`.${own}`);
  // What people of the mailbox's own domain write stays, whatever sites it has.
  const isOurs = (domain: string) =>
    !isOwn(domain) && (domains.has(domain) || domains.has(domain.slice(domain.indexOf('.') + 1)));
  const old = { before: Date.now() - daysToDeleteMails * dayMs, isOurs, timeoutMs: Math.max(60, waitTimeOut) * 1_000 };
  await deleteOldMails(form.verificationInfo, old).catch((error: Error) => {
    app.log.warn({ project: work.payload.projectId, reason: error.message }, 'old mails stay in the mailbox');
  });
}

interface Look {
  project: ProjectOf<'account'>;
  waiting: WaitingAccount[];
  known: Set<string>;
}

/** One look into the mailbox; answers how many accounts it confirmed. */
async function readOnce(app: App, work: Work, { project, waiting, known }: Look): Promise<number> {
  const left = new Set(waiting);
  const since = Math.min(...waiting.map((account) => account.madeAt.getTime()));
  const { waitTimeOut } = await app.options.read();
  await readMailbox(project.verificationInfo, {
    since,
    known,
    timeoutMs: Math.max(60_000, waitTimeOut * 1_000),
    onMail: async (mail) => {
      work.signal.throwIfAborted();
      const answered = await answerMail(app, { mail, waiting: [...left], projectId: project.id }, work.signal);
      // Asked again at the next look: the site was not to be had.
      if (answered === 'later') known.delete(mail.id);
      else if (answered) left.delete(answered);
    },
  });
  return waiting.length - left.size;
}

async function tellProgress(app: App, work: Work, { confirmed, total }: Counts, trouble?: string): Promise<void> {
  work.progress(confirmed, total, trouble);
  const status = trouble ?? `${confirmed} of ${total} ${total === 1 ? 'account' : 'accounts'} verified`;
  await commit(app, (tx, note) => tellVerification(tx, note, work.payload.projectId, status));
}

type Counts = Awaited<ReturnType<typeof countConfirmations>>;
const doneText = ({ confirmed, total }: Counts) =>
  total === 0
    ? 'No account waits for a mail'
    : `Done: ${confirmed} verified${total > confirmed ? `, ${total - confirmed} not found` : ''}`;

/** Waits, but not on after Stop. */
async function waitFor(app: App, work: Work, forMs: number): Promise<void> {
  for (const until = Date.now() + forMs; Date.now() < until; ) {
    await pause(noticeMs, undefined, { signal: work.signal });
    if (!(await isVerifying(app.store.db, work.payload.projectId))) return;
  }
}
