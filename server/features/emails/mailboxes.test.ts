import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emailSettings, emailTexts, testEmailLogin } from '#domain/contract/email-settings.ts';
import { topics } from '#domain/contract/live.ts';
import * as contract from '#domain/contract/mailboxes.ts';
import { cancelTask, listTasks, type Task } from '#domain/contract/tasks.ts';
import { type Pop3Server, startPop3 } from '#rehearsal/pop3.ts';
import { checkMailbox } from '#server/outside/mail/check-mailbox.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let app: TestApp;
let pop3: Pop3Server;
let silent: Awaited<ReturnType<typeof startSilent>>;

/** A server that takes every connection and never says a word: a check stays at it until it is called off. */
async function startSilent() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const close = () => {
    server.close();
    hangUp();
  };
  return { port: (server.address() as AddressInfo).port, sockets, hangUp, close };
}
beforeAll(async () => {
  [app, pop3, silent] = await Promise.all([startTestApp(), startPop3('right:pass'), startSilent()]);
});
afterAll(async () => {
  await app?.stop();
  await pop3?.close();
  silent?.close();
});
beforeEach(async () => void (await app.send(contract.deleteMailboxes, { body: { all: true } })));

const typed = (address: string, changes: object = {}) => ({
  emailAddress: address,
  emailLogin: address,
  emailPassword: 'right:pass',
  emailServer: '127.0.0.1',
  emailServerPort: pop3.port,
  mailProtocol: 'pop3',
  SSL: false,
  ...changes,
});
const add = (address: string, changes: object = {}) => app.send(contract.addMailbox, { body: typed(address, changes) });
const list = async (query: object = {}) =>
  (await app.send(contract.listMailboxes, { query: { ...query } })).body as {
    emails: contract.Mailbox[];
    nAll: number;
    total: number | null;
    next: string | null;
  };
const names = async (query: object = {}) => (await list(query)).emails.map(({ address }) => address);
const importFile = (content: string, dryRun = false) =>
  app.upload(contract.importMailboxes, { files: { 'm.txt': content }, query: { dryRun: String(dryRun) } });

describe('a mailbox of the list', () => {
  test('is added with all it needs, and its address stands there once', async () => {
    const log = await app.listen(topics.emailManager);
    const { body } = await add('Ann@x.test', { mailProtocol: 'imap', checkSpamFolder: true, spamFolderName: 'Junk' });
    const shown = { address: 'Ann@x.test', used: false, loginState: 'NEW', protocol: 'imap', spamFolderName: 'Junk' };
    expect(body.email).toMatchObject({ ...shown, password: 'right:pass' });
    expect((await add('ANN@X.test')).body.error).toEqual({
      code: 'EXISTS',
      message: contract.mailboxTexts.exists,
      field: 'emailAddress',
    });
    expect((await add('b@x.test', { emailServerPort: null })).body.error).toMatchObject({
      field: 'emailServerPort',
      message: emailTexts.port,
    });
    expect((await list()).emails).toMatchObject([shown]);
    expect(await log.all()).toMatchObject([{ action: 'emailsInserted', emails: [shown] }]);
  });

  test.each([
    ['emailPassword', 'good\r\nDELE 1'],
    ['emailLogin', 'a\nDELE 1'],
    ['emailServer', 's\u0007.test'],
    ['emailAddress', 'a\u0085@x.test'],
  ])('with a line break in its %s is refused: it would be a command of its own', async (field, value) => {
    const refusal = { code: 'INVALID', field, message: emailTexts.control };
    expect((await add('a@x.test', { [field]: value })).body.error).toEqual(refusal);
    expect((await app.send(testEmailLogin, { body: typed('a@x.test', { [field]: value }) })).body.error).toMatchObject(
      refusal,
    );
  });

  test('with a line break in its password is refused in a file too, and by whoever logs in', async () => {
    const file = `address,login,password,server,port,protocol,ssl\na@x.test,a,"good\r\nDELE 1",127.0.0.1,${pop3.port},pop3,0`;
    expect((await importFile(file)).body).toMatchObject({ count: 0, rejected: 1 });
    expect(await names()).toEqual([]);
    const box = emailSettings.parse(typed('a@x.test', { emailPassword: 'good\r\nDELE 1' }));
    await expect(checkMailbox(box, 1_000)).rejects.toThrow('holds a line break');
  });

  test('is changed, its address too, and is to be tested anew', async () => {
    const { edition } = (await add('a@x.test')).body.email;
    await add('b@x.test');
    const { db } = app.app.store;
    await db.updateTable('user_emails').set({ login_state: 'WORKS' }).execute();
    const edit = (changes: object, was = 'a@x.test', read?: number) =>
      app.send(contract.editMailbox, { body: { ...typed('a@x.test'), ...changes, was, edition: read } });
    expect((await edit({}, 'A@x.test', edition)).body.email).toMatchObject({ loginState: 'WORKS', edition });
    expect((await edit({ emailAddress: 'B@x.test' })).body.error).toMatchObject({ code: 'EXISTS' });
    const log = await app.listen(topics.emailManager);
    expect((await edit({ emailAddress: 'c@x.test', emailLogin: 'c' })).body.email).toMatchObject({
      address: 'c@x.test',
      loginState: 'NEW',
    });
    expect((await edit({}, 'c@x.test', edition)).status).toBe(409);
    expect((await edit({})).status).toBe(404);
    expect(await log.all()).toMatchObject([
      { action: 'emailsDeleted', addresses: ['a@x.test'] },
      { action: 'emailsInserted', emails: [{ address: 'c@x.test' }] },
    ]);
    expect(await names()).toEqual(['b@x.test', 'c@x.test']);
  });

  test('is deleted by its address, whatever its case, or with all that fit', async () => {
    for (const address of ['a@x.test', 'b@x.test', 'c@y.test', 'd@y.test']) await add(address);
    expect((await app.send(contract.deleteMailboxes, { body: ['A@X.test', 'none@x.test'] })).body).toEqual({
      addresses: ['a@x.test'],
      count: 1,
    });
    expect((await app.send(contract.deleteMailboxes, { body: { all: true, search: 'y.test' } })).body.count).toBe(2);
    // A misspelt filter is none: it must not mean all.
    for (const body of [{}, { all: true, serach: 'nothing' }])
      expect((await app.send(contract.deleteMailboxes, { body })).status).toBe(400);
    expect(await names()).toEqual(['b@x.test']);
  });

  test('is marked as used and unused, and told', async () => {
    for (const address of ['a@x.test', 'b@x.test']) await add(address);
    const mark = async (which: object, used: boolean) =>
      (await app.send(contract.markMailboxes, { body: { which, used } })).body.count;
    expect(await mark({ all: true }, true)).toBe(2);
    expect(await mark({ ids: ['A@x.test'] }, false)).toBe(1);
    expect(await names({ used: 'no' })).toEqual(['a@x.test']);
    expect(await names({ used: 'yes' })).toEqual(['b@x.test']);
  });
});

describe('a long list of mailboxes', () => {
  test('is paged by key, searched and counted', async () => {
    const lines = Array.from(
      { length: 1_205 },
      (_, at) => `m${at}@${at % 2 ? 'odd' : 'even'}.test:m:p:s.test:995:pop3:1`,
    );
    expect((await importFile(lines.join('\n'))).body).toMatchObject({ count: 1_205, added: 1_205, errorList: [] });
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await list({ limit: 500, after });
      found.push(...page.emails.map(({ address }) => address));
      after = page.next;
    }
    expect(found).toHaveLength(1_205);
    expect(found.slice(0, 3)).toEqual(['m0@even.test', 'm1@odd.test', 'm2@even.test']);
    expect(await list({ search: 'ODD.test', count: true, limit: 1 })).toMatchObject({ total: 602, nAll: 1_205 });
    expect(await names({ sort: 'added', limit: 1 })).toEqual(['m1204@even.test']);
  });
});

describe('files', () => {
  test('a line is cut from both ends: a password may hold colons', async () => {
    const { body } = await importFile('a@x.test:user:p:a:ss:mail.x.test:993:IMAP:true\nb@x.test:u:p:s.test:110:pop3:0');
    expect(body).toMatchObject({ count: 2, errorList: [] });
    expect((await list()).emails).toMatchObject([
      { login: 'user', password: 'p:a:ss', server: 'mail.x.test', port: 993, protocol: 'imap', ssl: true },
      { login: 'u', password: 'p', port: 110, protocol: 'pop3', ssl: false },
    ]);
  });

  test('a bad line is given back with its reason, its password hidden', async () => {
    const lines = [
      'a@x.test:u:topsecret:s.test:port:pop3:1',
      'b@x.test:u:topsecret:s.test:995:smtp:1',
      'c@x.test:u:topsecret:s.test:995:pop3:maybe',
      'd@x.test:u:topsecret:s.test:70000:pop3:1',
      'e@x.test:topsecret',
      'f@x.test:u::s.test:995:pop3:1',
    ];
    const { body } = await importFile(lines.join('\n'), true);
    expect(body).toMatchObject({ count: 0, errorList: lines });
    expect(body.verdicts.map(({ reason }: { reason: string }) => reason)).toEqual([
      'The port must be a number, not "port"',
      'The protocol must be pop3 or imap, not "smtp"',
      'SSL must be true or false, not "maybe"',
      emailTexts.portBounds,
      'Seven fields are needed: email:login:password:server:port:protocol:ssl',
      emailTexts.password,
    ]);
    expect(JSON.stringify(body.verdicts)).not.toContain('topsecret');
    expect(await names()).toEqual([]);
  });

  test('what is there takes what the file says, and stays used', async () => {
    await add('a@x.test');
    await app.send(contract.markMailboxes, { body: { which: { all: true }, used: true } });
    const file = 'A@X.test:n1:p1:s.test:995:pop3:1\nnew@x.test:n:p:s.test:995:pop3:1\na@x.test:n2:p2:s.test:995:pop3:1';
    expect((await importFile(file)).body).toMatchObject({ count: 3, updated: 1, added: 1, repeated: 1 });
    expect((await list()).emails).toMatchObject([
      { address: 'a@x.test', login: 'n2', password: 'p2', used: true, loginState: 'NEW' },
      { address: 'new@x.test', used: false },
    ]);
  });

  test('an export can be imported again, whatever the passwords hold', async () => {
    const odd = ['=1+1', "'-x", 'a,b"c', 'p:q:r:s:t:u:v', ' spaces ', 'ü😀'];
    for (const [at, emailPassword] of odd.entries())
      await add(`m${at}@x.test`, {
        emailPassword,
        mailProtocol: 'imap',
        checkSpamFolder: true,
        spamFolderName: 'Spam',
      });
    const before = (await list()).emails;
    const file = await (await app.fetch('/action/export/user_emails')).text();
    expect(file).not.toMatch(/,"[=-]/);
    await app.send(contract.deleteMailboxes, { body: { all: true } });
    expect((await importFile(file)).body).toMatchObject({ count: odd.length, errorList: [] });
    const facts = ({ version: _, edition: __, ...box }: contract.Mailbox) => box;
    expect((await list()).emails.map(facts)).toEqual(before.map(facts));
  });

  test('two imports at once take every line', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `m${at}@x.test:m:p:s.test:995:pop3:1`);
    const answers = await Promise.all([lines, lines.toReversed()].map((some) => importFile(some.join('\n'))));
    expect(answers.map(({ body }) => body.count)).toEqual([300, 300]);
    expect((await list()).nAll).toBe(300);
  });
});

const openCheck = async () =>
  ((await app.send(listTasks)).body.tasks as Task[]).find(({ kind, endedAt }) => kind === 'checkMailboxes' && !endedAt);
const check = (which: object) => app.send(contract.checkMailboxes, { body: { which } });
const settled = () => until('the check ends', async () => (await names({ login: 'CHECKING' })).length === 0);

describe('a check of logins', () => {
  test('says of each mailbox whether it works, and why not', async () => {
    await add('a@x.test');
    await add('b@x.test', { emailPassword: 'wrong' });
    await add('c@x.test', { emailServerPort: 1 });
    await add('d@x.test');
    expect((await check({ ids: ['a@x.test', 'b@x.test', 'c@x.test'] })).body).toEqual({ count: 3 });
    await settled();
    expect((await list()).emails).toMatchObject([
      { loginState: 'WORKS', loginSaid: null, checkedAt: expect.any(String) },
      { loginState: 'FAILED', loginSaid: expect.stringContaining('refused the login') },
      { loginState: 'FAILED', loginSaid: 'Nothing answers at 127.0.0.1:1: check server address and port' },
      { loginState: 'NEW', checkedAt: null },
    ]);
    expect((await check({ ids: ['none'] })).body.error.message).toBe(contract.mailboxTexts.noneChosen);
  });

  test('that is stopped, or cancelled beside its screen, leaves nothing waiting', async () => {
    for (const name of ['a', 'b']) await add(`${name}@x.test`, { emailServerPort: silent.port });
    for (const callOff of [
      () => app.send(contract.stopCheckingMailboxes),
      async () => app.send(cancelTask, { params: { id: (await openCheck())?.id } }),
    ]) {
      await check({ all: true });
      await until('it runs', async () => (await openCheck())?.state === 'RUNNING');
      // What joins a check is no second one.
      await check({ all: true });
      await callOff();
      await settled();
      expect(await openCheck()).toBeUndefined();
      expect((await list()).emails).toMatchObject([{ loginState: 'NEW' }, { loginState: 'NEW' }]);
    }
  });

  test('does not write over what was changed meanwhile', async () => {
    silent.hangUp();
    await add('a@x.test', { emailServerPort: silent.port });
    await check({ all: true });
    await until('it is asked', () => silent.sockets.size > 0);
    await app.send(contract.editMailbox, { body: { ...typed('a@x.test'), was: 'a@x.test' } });
    silent.hangUp();
    await settled();
    expect((await list()).emails).toMatchObject([{ loginState: 'WORKS' }]);
  });
});
