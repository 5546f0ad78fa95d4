import { asConnectorError, Fatal, NeedsOperator } from '#connectors/kit/errors.ts';
import { findPlatform } from '#connectors/registry.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../../app.ts';
import { setSiteStatus } from '../../engine/site-status.ts';
import { confirmAccount, type WaitingAccount } from '../../features/accounts/made-accounts.ts';
import { commit } from '../../live/commit.ts';
import type { ReadMail } from '../../outside/mail/read-mail.ts';
import { clockSlackMs } from '../../outside/mail/read-mailbox.ts';
import { maskSecrets } from '../../outside/mask-secrets.ts';

/** A mail, and the accounts that wait for one. */
export interface MailToAnswer {
  mail: ReadMail;
  waiting: WaitingAccount[];
  projectId: number;
}

/**
 * Does what a site asks for in a mail. Answers the account that is confirmed now; 'later' when the site could not be asked;
 * undefined when the mail is not about any of them, or asks for nothing.
 */
export async function answerMail(
  app: App,
  { mail, waiting, projectId }: MailToAnswer,
  signal: AbortSignal,
): Promise<WaitingAccount | 'later' | undefined> {
  const account = accountOf(mail, waiting);
  if (!account) return undefined;
  const { site } = account;
  const platform = findPlatform(site.connector);
  if (!platform?.signUp || site.permission === 'none') return undefined;
  const login = {
    username: account.username,
    password: app.secrets.open(account.sealedPassword),
    email: account.email,
  };
  const of = { projectId, module: site.module, siteId: site.siteId, email: '' };
  const tell = (waitInfo: string) =>
    commit(app, (tx, note) => setSiteStatus(tx, note, of, { status: 'SUCCESS', waitInfo: storableText(waitInfo) }));
  const tools = app.outside.toolsFor({
    connectorId: platform.id,
    siteUrl: site.url,
    accountKey: `${site.url}\tconfirm ${account.username}`,
    secrets: [login.password],
    signal,
    seed: `confirm ${account.username}`,
  });
  try {
    const { subject, text } = mail;
    const links = mail.links.filter((link) => isOfSite(link, site.host));
    const target = { siteId: site.siteId, url: site.url, platform: site.platform };
    const confirmed = await platform.signUp.confirm({ site: target, account: login, tools }, { subject, text, links });
    if (!confirmed) return undefined;
    await commit(app, (tx, note) => confirmAccount(tx, note, app.secrets, account, confirmed.password));
    await tell(confirmed.detail);
    return account;
  } catch (error) {
    signal.throwIfAborted();
    if (asConnectorError(error) === undefined) throw error;
    await tell(`The mail came, but: ${maskSecrets((error as Error).message, [login.password])}`);
    return error instanceof Fatal || error instanceof NeedsOperator ? undefined : 'later';
  }
}

/**
 * The account that a mail is about: one of a site to which the mail leads or which it names, at an address it was sent to.
 * Where several accounts fit, the mail must name the account.
 */
function accountOf(mail: ReadMail, waiting: WaitingAccount[]): WaitingAccount | undefined {
  const ofSite = waiting.filter((account) => mail.links.some((link) => isOfSite(link, account.site.host)));
  const sentTo = ofSite.filter((account) => mail.to.length === 0 || mail.to.includes(account.email.toLowerCase()));
  const newer = sentTo.filter((account) => mail.at >= account.madeAt.getTime() - clockSlackMs);
  if (newer.length <= 1) return newer[0];
  const all = `${mail.subject}\n${mail.text}\n${mail.links.join('\n')}`.toLowerCase();
  return newer.find((account) => all.includes(account.username.toLowerCase()));
}

/** A mail leads to a site when its link has the site's host, or one below it (D-ENG-13). */
function isOfSite(link: string, host: string): boolean {
  const own = new URL(link).host.replace(/^www\./, '');
  const site = host.replace(/^www\./, '');
  return own === site || own.endsWith(`.${site}`);
}
