/**
 * 500 accounts made and confirmed in one run: 10 % of the sites slow, 10 % refusing, of the mails 10 % filed as spam and 5 %
 * never sent. Prints counts and times; ends with 1 when they do not add up. Needs Dovecot and Postfix (root).
 */
import { execFile } from 'node:child_process';
import { setDefaultCACertificates } from 'node:tls';
import { parseArgs, promisify } from 'node:util';
import { accountFields } from '#domain/contract/projects/account.ts';
import { getProject, startProject, startVerifying } from '#domain/contract/projects/projects.ts';
import type { SiteMail } from '#rehearsal/site-users.ts';
import { startWorld } from '#rehearsal/world.ts';
import { readyToSignUp } from '#test/support/builders.ts';
import { startEngine } from '#test/support/engines.ts';
import { startMailServer } from '#test/support/real/start-mail.ts';
import { startTestApp } from '#test/support/start-app.ts';

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '500' } } });
const count = Number(values.accounts);
const share = (part: number) => Math.round(count * part);
const [nSlow, nRefused, nSpam, nNever] = [share(0.1), share(0.1), share(0.1), share(0.05)];
const address = 'person@mail.test';

const server = await startMailServer();
setDefaultCACertificates([server.certificate]);
let nSent = 0;
const sending: Promise<unknown>[] = [];
const run = promisify(execFile);
/** The last sites refuse, so that no mail is asked of them; of the others the first never send, the next end up as spam. */
function mail({ to, subject, text }: SiteMail): void {
  nSent += 1;
  if (nSent <= nNever) return;
  const spam = nSent <= nNever + nSpam ? 'X-Spam-Flag: YES\r\n' : '';
  const raw = `From: site@mail.test\r\nTo: ${to}\r\nSubject: ${subject}\r\n${spam}\r\n${text.replaceAll('\n', '\r\n')}\r\n`;
  const sent = run('sh', ['-c', `printf %s "$0" | ${server.sendmail}`, raw]);
  sending.push(sent.catch((error) => console.error(String(error))));
}

const world = await startWorld({ wordpress: count, mediawiki: 0, shaarli: 0, mail });
for (const [at, site] of world.wordpress.entries()) {
  if (at < nSlow) site.dial({ slowMs: 2_000 });
  if (at >= count - nRefused) site.dial({ refuseContent: true });
}
const app = await startTestApp();
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, maxPostingThreads: 32 };
await app.app.store.db
  .insertInto('settings')
  .values({ key: 'options', value: JSON.stringify(options) })
  .execute();
const ready = await readyToSignUp(app.app, world.wordpress, {
  module: 'SocialNetwork',
  fields: {
    username: '{a|b|c|d|e|f|g|h|i|j}{a|b|c|d|e|f|g|h|i|j}{1|2|3|4|5|6|7|8|9|0}{1|2|3|4|5|6|7|8|9|0}person',
    verificationInfo: accountFields.shape.verificationInfo.parse({
      ...{
        emailSource: 'MANUAL',
        emailAddress: address,
        emailLogin: address,
        emailPassword: 'anypw',
        emailServer: 'localhost',
      },
      ...{
        emailServerPort: server.ports.imaps,
        mailProtocol: 'imap',
        SSL: true,
        checkSpamFolder: true,
        spamFolderName: 'Spam',
      },
    }),
  },
});
const engine = await startEngine(app);
const page = async () => (await app.send(getProject, { params: { id: ready.projectId } })).body;
const params = { params: { id: ready.projectId } };

const madeMs = await timed(async () => {
  await app.send(startProject, params);
  await until(async () => ['COMPLETED', 'FAILED'].includes((await page()).project.status));
});
await Promise.all(sending);
const rows = (await page()).sites.filter((row: { checked: boolean }) => row.checked);
const rowsOf = (status: string) => rows.filter((row: { status: string }) => row.status === status).length;
console.log(
  `made in ${(madeMs / 1_000).toFixed(1)} s: ${rowsOf('SUCCESS')} accounts, ${rowsOf('FAILED')} refused, of ${rows.length}`,
);

const confirmedMs = await timed(async () => {
  await app.send(startVerifying, params);
  await until(async () => (await page()).project.verificationInfo.status?.startsWith('Done') === true);
});
const { verificationInfo } = (await page()).project;
console.log(
  `confirmed in ${(confirmedMs / 1_000).toFixed(1)} s, 300 s of it the patience with those that never come: ${verificationInfo.status}`,
);

const users = world.wordpress.map((site) => site.users());
const [twice, standing] = [users.filter((own) => own.length > 1).length, users.flat().length];
const accounts = await app.app.store.db
  .selectFrom('accounts')
  .where('profile_id', '=', ready.profileId)
  .select('confirmation')
  .execute();
const confirmed = accounts.filter((one) => one.confirmation === 'CONFIRMED').length;
console.log(
  `on the sites ${standing} accounts, ${twice} sites with two; in the profile ${accounts.length}, ${confirmed} confirmed`,
);
const expected = count - nRefused;
const isRight =
  standing === expected &&
  twice === 0 &&
  accounts.length === expected &&
  confirmed === expected - nNever &&
  rowsOf('FAILED') === nRefused;
console.log(isRight ? 'all counts add up' : 'THE COUNTS DO NOT ADD UP');
await engine.stop();
await app.stop();
await world.close();
await server.stop();
process.exit(isRight ? 0 : 1);

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 500));
}
