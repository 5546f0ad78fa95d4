import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectOf } from '#domain/contract/projects/kinds.ts';
import type { PayloadOf } from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import { untilStored } from '../../db/store-away.ts';
import { endVerification, tellVerification, type VerificationEnd } from '../../engine/runs/verification.ts';
import type { TaskWork } from '../../engine/tasks/task-loop.ts';
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
import { deleteOldMails } from '../../outside/mail/delete-old-mails.ts';
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
    await commit(app, (tx, note) => waitAgain(tx, note, app.secrets, projectId));
    const how = await look(app, work);
    await end(how);
    await tidyMailbox(app, work);
  } catch (error) {
    // Another process, or the next start, goes on with it; whoever cancelled it wanted its end.
    if (work.signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await end({ status: reason, error: reason });
    if (!(error instanceof MailboxRefused)) throw error;
  }
}

async function look(app: App, work: Work): Promise<VerificationEnd> {
  const { projectId } = work.payload;
  const known = new Set<string>();
  let helpedAt = Date.now();
  let trouble: string | undefined;
  for (let nLooks = 0; ; nLooks += 1) {
    const project = await verifyingProject(app, projectId);
    if (!project) return { status: 'Stopped' };
    const waiting = await waitingAccounts(app.store.db, projectId);
    const counts = await countConfirmations(app.store.db, projectId);
    if (waiting.length === 0) return { status: doneText(counts) };
    await tellProgress(app, work, counts, trouble);
    try {
      if ((await readOnce(app, work, { project, waiting, known })) > 0) helpedAt = Date.now();
      trouble = undefined;
    } catch (error) {
      if (!(error instanceof MailboxRefused) || error.isFinal) throw error;
      trouble = error.message;
    }
    if (Date.now() - helpedAt >= patienceMs) {
      await commit(app, (tx, note) => giveUpWaiting(tx, note, app.secrets, projectId));
      const status = doneText(await countConfirmations(app.store.db, projectId));
      return trouble === undefined ? { status } : { status: `${status}. ${trouble}`, error: trouble };
    }
    await waitFor(app, work, nLooks < 5 ? firstLooksMs : lookEveryMs);
  }
}

/** The form of a project that is still verifying; undefined when it was stopped or deleted. */
async function verifyingProject(app: App, id: number): Promise<ProjectOf<'account'> | undefined> {
  const row = await app.store.db
    .selectFrom('projects')
    .where('id', '=', id)
    .where('status', '=', 'VERIFYING')
    .where('campaign_id', 'is not', null)
    .select('id')
    .executeTakeFirst();
  if (!row) return undefined;
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
  const isOurs = (domain: string) => domains.has(domain) || domains.has(domain.slice(domain.indexOf('.') + 1));
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
    if (!(await verifyingProject(app, work.payload.projectId))) return;
  }
}
