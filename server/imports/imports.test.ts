import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importAccounts, listAccounts, rejectedAccounts } from '#domain/contract/accounts.ts';
import type { Call } from '#domain/contract/call.ts';
import { type ImportReply, importReply, type LineVerdict, maxShownLines } from '#domain/contract/imports.ts';
import { importLinks, rejectedLinks } from '#domain/contract/link-files.ts';
import { newCampaign, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
});
afterAll(() => app.stop());

/** What the two kinds of files have in common, so that both go through the same tests. */
interface Kind {
  make(): Promise<number>;
  call: Call;
  rejects: Call;
  rows(id: number): Promise<string[]>;
  exportPath: string;
  header: string;
}
const accounts: Kind = {
  make: async () => (await newProfile(app, campaignId)).id,
  call: importAccounts,
  rejects: rejectedAccounts,
  rows: (id) => all(listAccounts, id, 'accounts', ['siteName', 'email', 'username', 'password']),
  exportPath: '/action/export/profile',
  header: 'siteName,email,username,password',
};
const links: Kind = {
  make: async () => (await newLinkSet(app, campaignId)).id,
  call: importLinks,
  rejects: rejectedLinks,
  // From the store: no list shows the password.
  rows: async (id) => {
    const { store, secrets } = app.app;
    const rows = await store.db
      .selectFrom('url_items')
      .where('url_list_id', '=', id)
      .selectAll()
      .orderBy('id')
      .execute();
    return rows.map(({ url, anchor, links_on_page, site, username, password }) =>
      JSON.stringify([url, anchor, links_on_page, site, username, password && secrets.open(password)]),
    );
  },
  exportPath: '/action/export/url_list',
  header: 'url,anchor,linksOnPage,site,username,password,dateAdded',
};
const kinds: [string, Kind][] = [
  ['accounts', accounts],
  ['links', links],
];

async function all(call: Call, id: number, name: string, fields: string[]): Promise<string[]> {
  const found: string[] = [];
  const order = name === 'accounts' ? 'siteName' : 'added';
  for (let after = ''; after !== null; ) {
    const { body } = await app.send(call, {
      params: { id },
      query: { limit: 1_000, sort: order, order: 'asc', after },
    });
    found.push(...body[name].map((row: Record<string, unknown>) => JSON.stringify(fields.map((field) => row[field]))));
    after = body.next;
  }
  return found;
}

const send = async (
  kind: Kind,
  id: number,
  content: string,
  query: Record<string, string> = {},
): Promise<ImportReply> =>
  importReply.parse((await app.upload(kind.call, { id, query, files: { 'mine.csv': content } })).body);
const judge = (kind: Kind, id: number, content: string) => send(kind, id, content, { dryRun: 'true' });
/** Name and bytes of a file of rejects; fetch alone would drop the byte-order mark. */
async function rejects(kind: Kind, id: number, content: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), 'mine.csv');
  const response = await app.fetch(kind.rejects.path.replace(':id', String(id)), { method: 'POST', body: form });
  const name = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name, text: Buffer.from(await response.arrayBuffer()).toString() };
}
const brief = (lines: LineVerdict[]) =>
  lines.toSorted((a, b) => a.line - b.line).map(({ line, verdict, reason }) => [line, verdict, reason]);

const pieces = [
  '"',
  ',',
  '|',
  '|x|',
  "'",
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\\',
  'a',
  'ü',
  '😀',
  ';',
  ' ',
  'a.test',
  'b@x',
  '\0',
];
const line = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
const quotedCell = (value: string) => `"${value.replaceAll('"', '""')}"`;
const anyFile = fc
  .array(fc.oneof(line, fc.constantFrom('a.test|b@x|u|p', '"c.test","d@x","u","p"', 'http://a.test/|x|b')), {
    maxLength: 20,
  })
  .map((lines) => lines.join('\n'));

describe('a dry run', () => {
  test('tells of every line of accounts what the import would do, and does nothing', async () => {
    const id = await accounts.make();
    await send(accounts, id, 'held.test|a@x|u|old-secret');
    const file = [
      accounts.header,
      'HELD.test|A@x|u|new-secret',
      '"new.test","a@x","u","multi',
      'line-secret"',
      'new.test|A@X|v|later-secret',
      'three|fields|only-secret',
      '"open.test,a@x,u,odd-secret',
      'x.test|a@x||lost-secret',
      `${'y'.repeat(256)}|a@x|u|long-secret`,
    ].join('\r\n');
    const before = await accounts.rows(id);
    const log = await app.listen(`profile/${id}`);
    const told = await judge(accounts, id, file);
    expect(brief(told.verdicts)).toEqual([
      [2, 'updates', null],
      [3, 'new', null],
      [5, 'repeated', 'The same account as in line 3: the last one counts'],
      [6, 'refused', 'Four fields are needed, this line has 3'],
      [7, 'refused', 'The quotes of the line do not match'],
      [8, 'refused', 'Please enter username'],
      [9, 'refused', 'siteName: Must be at most 255 characters'],
    ]);
    expect(told).toMatchObject({ count: 3, added: 1, updated: 1, repeated: 1, rejected: 4 });
    expect(told.verdicts[0]?.verdict).toBe('refused');
    expect(JSON.stringify(told.verdicts)).not.toContain('secret');
    expect(told.verdicts.map(({ text }) => text)).toContain('HELD.test | A@x | u | •••');
    expect(await accounts.rows(id)).toEqual(before);
    expect(await log.all()).toEqual([]);
  });

  test('tells which links the file or the set holds already; they are taken all the same', async () => {
    const id = await links.make();
    await send(links, id, 'http://held.test/|x|one\nhttp://held.test/|x|two');
    const file = 'http://held.test/|x|two\nhttp://held.test/|x|three\nnew.test\nno address\nhttp://new.test';
    const told = await judge(links, id, file);
    expect(brief(told.verdicts)).toEqual([
      [1, 'repeated', 'The link set holds this link already'],
      [2, 'new', null],
      [3, 'new', null],
      [4, 'refused', 'No web address at its start'],
      [5, 'repeated', 'The same link as in line 3'],
    ]);
    expect(await links.rows(id)).toHaveLength(2);
    expect(await send(links, id, file)).toEqual(told);
    expect(await links.rows(id)).toHaveLength(6);
  });

  test('does not show the login of a refused link', async () => {
    const told = await judge(links, await links.make(), 'no address,a,b,site,user,login-secret,date');
    expect(told.verdicts.map(({ text }) => text)).toEqual(['no address,a,b,…']);
  });

  test.each(kinds)('of %s says before what the import says after, whatever the file', async (_, kind) => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const id = await kind.make();
        const told = await judge(kind, id, file);
        expect(await kind.rows(id)).toEqual([]);
        expect(await send(kind, id, file)).toEqual(told);
        const isAccounts = kind === accounts;
        expect(await kind.rows(id)).toHaveLength(isAccounts ? told.added : told.count);
        expect(told.added + told.updated + told.repeated).toBe(told.count);
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  test(`shows the first ${maxShownLines} lines of each verdict and counts all`, async () => {
    const lines = Array.from({ length: 6_000 }, (_, at) => (at % 2 ? `bad ${at}` : `s${at}.test|a@x|u|p`));
    const told = await judge(accounts, await accounts.make(), lines.join('\n'));
    expect(told).toMatchObject({ added: 3_000, rejected: 3_000 });
    expect(told.verdicts).toHaveLength(2 * maxShownLines);
    expect(told.errorList).toHaveLength(1_000);
  });
});

describe('the file of rejects', () => {
  test('may begin like a packed file: it is sent as it is', async () => {
    for (const line of ['XG', 'x^ and more']) {
      const { text } = await rejects(accounts, await accounts.make(), line);
      expect(text).toBe(`${line}\r\n`);
    }
  });

  test('of CSV keeps header and quoting, and runs in no spreadsheet', async () => {
    const file = `\uFEFF${accounts.header}\r\n=cmd(),"-2",u\r\na.test,a@x,u,p\r\n"'+keep","two\nlines"`;
    expect(await rejects(accounts, await accounts.make(), file)).toEqual({
      name: 'mine_rejects.csv',
      text: `\uFEFF${accounts.header}\r\n'=cmd(),"'-2",u\r\n"'+keep","two\nlines"\r\n`,
    });
  });

  test('of lines keeps them as typed', async () => {
    const file = 'http://a.test/|x|b\n=no address|x|c\r\n  also none ';
    expect(await rejects(links, await links.make(), file)).toEqual({
      name: 'mine_rejects.txt',
      text: '=no address|x|c\r\n  also none \r\n',
    });
  });

  test('holds all of many, in full length', async () => {
    const bad = Array.from({ length: 30_000 }, (_, at) => `no address ${at} ${'x'.repeat(at % 3_000)}`);
    const { text } = await rejects(links, await links.make(), ['a.test', ...bad].join('\n'));
    expect(text).toBe(`${bad.join('\r\n')}\r\n`);
  });

  test.each(kinds)('of %s is refused again as it is, and taken once corrected', async (_, kind) => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const id = await kind.make();
        const told = await judge(kind, id, file);
        const once = await rejects(kind, id, file);
        expect(await judge(kind, id, once.text)).toMatchObject({ count: 0, rejected: told.rejected });
        expect((await rejects(kind, id, once.text)).text).toBe(once.text);
      }),
      { numRuns: 40, seed: 6 },
    );
    const fixed = `${(await rejects(kind, await kind.make(), `${kind.header}\nbad line`)).text.replace('bad line', 'a.test,b@x,u,p')}`;
    expect(await send(kind, await kind.make(), fixed)).toMatchObject({ count: 1, rejected: 0 });
  });

  test('of something unknown is not found', async () => {
    for (const [, kind] of kinds)
      expect((await app.upload(kind.rejects, { id: 999_999, files: { 'a.txt': 'x' } })).status).toBe(404);
  });
});

describe('a file that was imported is exported with the same rows', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.array(fc.constantFrom(...pieces, '\n', '\r\n', '\r'), { maxLength: 8 }).map((parts) => parts.join('')),
  );
  const text = any.filter((value) => value.isWellFormed() && !value.includes('\0'));
  const name = text.map((value) => value.trim()).filter((value) => value !== '');
  const safe = (value: string) => (/^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  const write = (kind: Kind, rows: string[][]) =>
    `\uFEFF${kind.header}\r\n${rows.map((row) => row.map((cell) => quotedCell(safe(cell))).join(',')).join('\r\n')}`;
  const exported = async (kind: Kind, id: number) => (await app.fetch(`${kind.exportPath}/${id}`)).text();

  test('accounts', async () => {
    const row = fc.tuple(
      name,
      name,
      name,
      text.filter((value) => value !== ''),
    );
    const selector = ([site, email]: string[]) => JSON.stringify([site?.toLowerCase(), email?.toLowerCase()]);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(row, { selector, minLength: 1, maxLength: 12 }), async (rows) => {
        const [one, two] = [await accounts.make(), await accounts.make()];
        expect(await send(accounts, one, write(accounts, rows))).toMatchObject({ count: rows.length, rejected: 0 });
        expect((await accounts.rows(one)).sort()).toEqual(rows.map((cells) => JSON.stringify(cells)).sort());
        const file = await exported(accounts, one);
        await send(accounts, two, file);
        expect(await exported(accounts, two)).toBe(file);
      }),
      { numRuns: 40, seed: 8 },
    );
  });

  test('links, those that stand there twice too', async () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
    const row = fc.tuple(url, text, text, text, text, text);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const given = [...rows, rows[0] as string[]];
        const [one, two] = [await links.make(), await links.make()];
        const file = write(
          links,
          given.map((cells) => [...cells, '']),
        );
        expect(await send(links, one, file)).toMatchObject({ count: given.length, rejected: 0 });
        // A login that is not there is told as null.
        const shown = given.map((cells) =>
          JSON.stringify(cells.map((cell, at) => (at > 2 && cell === '' ? null : cell))),
        );
        expect(await links.rows(one)).toEqual(shown);
        await send(links, two, await exported(links, one));
        expect(await links.rows(two)).toEqual(shown);
      }),
      { numRuns: 40, seed: 9 },
    );
  });
});

test('an import of links that breaks off is the sender’s fault, however far it came', async () => {
  const list = (await newLinkSet(app, campaignId)).id;
  const lines = Array.from({ length: 6_000 }, (_, at) => `http://torn.test/${at}|x|a|x|`).join('\n');
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  for (let round = 0; round < 12; round += 1) {
    const body = new TextEncoder().encode((head + lines).slice(0, 200 + round * 12_000));
    const sent = await Promise.all(
      Array.from({ length: 3 }, () => app.fetch(`/action/import/url_list/${list}`, { method: 'POST', headers, body })),
    );
    expect(sent.map(({ status }) => status)).toEqual([400, 400, 400]);
    await Promise.all(sent.map((answer) => answer.text()));
    // A connection to the store that was given back in the middle of a COPY would answer nobody any more.
    const after = await Promise.all(Array.from({ length: 30 }, () => app.fetch('/rest/content_groups')));
    expect(after.every(({ status }) => status === 200)).toBe(true);
    await Promise.all(after.map((answer) => answer.text()));
  }
});
