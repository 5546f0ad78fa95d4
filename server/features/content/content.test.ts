import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import * as contract from '#domain/contract/content.ts';
import type { RefusedLine } from '#domain/contract/imports.ts';
import { topics } from '#domain/contract/live.ts';
import { docxOf, paragraph } from '#test/support/docx.ts';
import { newContentGroup } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { docxTexts } from './docx/read-docx.ts';
import { uploadTexts } from './upload-articles.ts';

const noneBroken = { broken: [], nBroken: 0 };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), path);
  zip.end();
  return buffer(zip.outputStream);
}

async function titles(groupId: number): Promise<string[]> {
  const page = await app.send(contract.getContentGroup, { params: { id: groupId }, query: { order: 'asc' } });
  return page.body.articles.map((article: { title: string }) => article.title);
}

async function bodyOf(groupId: number, title: string): Promise<string> {
  const page = await app.send(contract.getContentGroup, { params: { id: groupId } });
  const row = page.body.articles.find((article: { title: string }) => article.title === title);
  return (await app.send(contract.getArticle, { params: { id: row.id } })).body.article.body;
}

describe('groups', () => {
  test('are made, renamed, listed newest first and deleted, and every window hears of it', async () => {
    const log = await app.listen(topics.contentGroups);
    const group = await newContentGroup(app, 'Mine');
    expect(group).toEqual({
      id: group.id,
      name: 'Mine',
      count: 0,
      wordsNottobeChanged: '',
      maxUsagePerArticle: 0,
      version: group.version,
      edition: 0,
    });
    const renamed = await app.send(contract.renameContentGroup, { body: { id: group.id, name: 'Ours' } });
    expect(renamed.body.contentGroup).toMatchObject({ id: group.id, name: 'Ours' });
    expect(renamed.body.contentGroup.version).toBeGreaterThan(group.version);
    expect((await app.send(contract.listContentGroups)).body.contentGroups[0]).toEqual(renamed.body.contentGroup);
    expect((await app.send(contract.deleteContentGroups, { body: { ids: [group.id] } })).body).toEqual({
      ids: [group.id],
    });
    expect(await log.all()).toEqual([
      { action: 'newContentGroup', contentGroup: group },
      { action: 'contentGroupEdited', contentGroup: renamed.body.contentGroup },
      { action: 'contentGroupsDeleted', ids: [group.id] },
    ]);
  });

  test('settings are kept clean', async () => {
    const { id } = await newContentGroup(app, 'Settings');
    const body = { id, wordsNottobeChanged: ' Ada , ada,Bob,, ', maxUsagePerArticle: 3 };
    expect((await app.send(contract.saveContentGroup, { body })).body.contentGroup).toEqual({
      id,
      name: 'Settings',
      count: 0,
      wordsNottobeChanged: 'Ada,Bob',
      maxUsagePerArticle: 3,
      version: expect.any(Number),
      edition: expect.any(Number),
    });
    for (const maxUsagePerArticle of [-1, 1.5])
      expect(
        (await app.send(contract.saveContentGroup, { body: { ...body, maxUsagePerArticle } })).body.error,
      ).toMatchObject({
        message: 'Required and greater or equal to 0',
        field: 'maxUsagePerArticle',
      });
  });
});

describe('articles', () => {
  const text = { title: 'Title', body: 'Body', authorName: 'Ada', authorBio: 'Writer' };

  test('a new one is empty and stores nothing; saving tells both topics', async () => {
    const group = await newContentGroup(app);
    const blank = await app.send(contract.newArticle, { params: { id: group.id } });
    expect(blank.body.article).toMatchObject({ id: null, title: '', body: '', usageCount: 0 });
    expect(await titles(group.id)).toEqual([]);
    const log = await app.listen(topics.contentGroup(group.id));
    const body = { ...text, id: null, contentGroupId: group.id };
    const { id } = (await app.send(contract.saveArticle, { body })).body;
    await app.send(contract.saveArticle, { body: { ...body, id, title: 'Other' } });
    expect(await log.all()).toEqual([
      { action: 'newArticle', article: { id, title: 'Title', usageCount: 0, isBroken: false } },
      { action: 'editArticle', article: { id, title: 'Other', usageCount: 0, isBroken: false } },
    ]);
    const page = await app.send(contract.getArticle, { params: { id } });
    expect(page.body).toMatchObject({ article: { ...text, id, title: 'Other' }, contentGroup: { count: 1 } });
  });

  test.each([
    ['title', 'Title is required'],
    ['body', 'Body is required'],
    ['authorName', 'Author name is required'],
    ['authorBio', 'Author bio is required'],
  ])('%s is required', async (field, message) => {
    const { id } = await newContentGroup(app);
    const body = { ...text, [field]: ' ', id: null, contentGroupId: id };
    expect((await app.send(contract.saveArticle, { body })).body).toEqual({
      error: { code: 'INVALID', message, field },
    });
  });

  test('ids of another group are passed over', async () => {
    const [one, two] = [await newContentGroup(app), await newContentGroup(app)];
    const save = async (contentGroupId: number, id: number | null = null) =>
      app.send(contract.saveArticle, { body: { ...text, id, contentGroupId } });
    const [mine, foreign] = [(await save(one.id)).body.id, (await save(two.id)).body.id];
    const answer = await app.send(contract.deleteArticles, {
      params: { id: one.id },
      body: { ids: [mine, foreign, 999_999] },
    });
    expect(answer.body).toEqual({ ids: [mine] });
    expect(await titles(two.id)).toEqual(['Title']);
    // An article never moves to another group.
    expect((await save(one.id, foreign)).status).toBe(404);
    expect((await app.send(contract.deleteArticle, { params: { id: foreign } })).body).toEqual({ ids: [foreign] });
  });

  test.each(['id', 'title', 'usageCount'])('are paged by key, sorted by %s, each once', async (sort) => {
    const { id } = await newContentGroup(app);
    const names = [
      'b',
      'a',
      '😀'.repeat(150),
      'ä',
      'B',
      'a',
      `a${'x'.repeat(300)}`,
      `a${'x'.repeat(301)}`,
      'z',
      '%_\\',
    ];
    const files = Object.fromEntries(names.map((name, at) => [`${at}.txt`, `${name}\nbody`]));
    expect((await app.upload(contract.uploadArticles, { id, files })).body).toEqual({
      count: names.length,
      errorList: [],
      reasons: [],
      ...noneBroken,
    });
    for (const order of ['asc', 'desc']) {
      const seen: string[] = [];
      for (let after = ''; after !== null; ) {
        const { body } = await app.send(contract.getContentGroup, {
          params: { id },
          query: { limit: 3, sort, order, after },
        });
        seen.push(...body.articles.map((article: { title: string }) => article.title));
        after = body.next;
      }
      expect([...seen].sort()).toEqual([...names].sort());
    }
  });

  test('the search takes its wildcards literally', async () => {
    const { id } = await newContentGroup(app);
    const files = {
      '1.txt': '100% Sure\nb',
      '2.txt': '100 times\nb',
      '3.txt': 'a_b\nb',
      '4.txt': 'axb\nb',
      '5.txt': 'a\\b\nb',
    };
    await app.upload(contract.uploadArticles, { id, files });
    const find = async (search: string) =>
      (await app.send(contract.getContentGroup, { params: { id }, query: { search } })).body.articles.map(
        (article: { title: string }) => article.title,
      );
    expect(await find('100%')).toEqual(['100% Sure']);
    expect(await find('a_b')).toEqual(['a_b']);
    expect(await find('a\\b')).toEqual(['a\\b']);
    expect(await find(' SURE ')).toEqual(['100% Sure']);
  });
});

describe('uploads', () => {
  test('pass over what programs leave beside the files of a folder', async () => {
    const { id } = await newContentGroup(app);
    const files = { '~$notes.docx': 'locked', '.DS_Store': 'x', 'notes.txt': 'Title\nText' };
    const { body } = await app.upload(contract.uploadArticles, { id, files });
    expect(body).toMatchObject({ count: 1, errorList: [] });
  });

  test('the first line is the title, the rest the body', async () => {
    const { id } = await newContentGroup(app);
    const log = await app.listen(topics.contentGroup(id));
    const files = {
      'a.txt': '\uFEFFOne\r\n\r\nText of one\r\nmore',
      'b.html': 'Two\n<p>Text</p>',
      'c.MD': '\n\n  Three  \nText',
      'd.exe': 'Four\nText',
      'e.txt': '',
      'f.txt': 'Title alone',
      'g.txt': '  \n ',
    };
    const answer = await app.upload(contract.uploadArticles, { id, files });
    expect(answer.body).toMatchObject({ count: 3, errorList: ['d.exe', 'e.txt', 'f.txt', 'g.txt'], ...noneBroken });
    expect(await titles(id)).toEqual(['One', 'Two', 'Three']);
    expect(await bodyOf(id, 'One')).toBe('Text of one\nmore');
    expect(await log.all()).toEqual([
      { action: 'newArticles', articles: expect.arrayContaining([expect.objectContaining({ title: 'Two' })]) },
    ]);
  });

  test('articles with broken spin syntax are taken, named in the answer and marked in the list', async () => {
    const { id } = await newContentGroup(app);
    const files = { 'a.txt': 'Good\n{a|b}', 'b.txt': 'Open\nText {a|b', 'c.txt': 'Shut}\nText', 'd.txt': 'Turned\n}{' };
    const answer = await app.upload(contract.uploadArticles, { id, files });
    expect(answer.body).toMatchObject({ count: 4, broken: ['Open', 'Shut}', 'Turned'], nBroken: 3 });
    const marked = async () => {
      const { articles } = (await app.send(contract.getContentGroup, { params: { id } })).body;
      return articles
        .filter(({ isBroken }: { isBroken: boolean }) => isBroken)
        .map(({ title }: { title: string }) => title);
    };
    expect((await marked()).sort()).toEqual(['Open', 'Shut}', 'Turned']);
  });

  test('the file name is the title, the whole file the body', async () => {
    const { id } = await newContentGroup(app);
    const files = { 'My first. article.txt': 'One\nTwo', 'Ünï.html': '<p>x</p>', 'e.txt': ' ' };
    const answer = await app.upload(contract.uploadArticlesByFileName, { id, files });
    expect(answer.body).toMatchObject({ count: 2, errorList: ['e.txt'], ...noneBroken });
    expect(await titles(id)).toEqual(['My first. article', 'Ünï']);
    expect(await bodyOf(id, 'My first. article')).toBe('One\nTwo');
  });

  test('a Word document becomes an article, titled by its first paragraph or its file', async () => {
    const { id } = await newContentGroup(app);
    const files = {
      'One.docx': await docxOf(
        `${paragraph('My &amp; title', 'Heading1')}${paragraph('First.')}${paragraph('Second.')}`,
      ),
      'alone.docx': await docxOf(paragraph('A title alone')),
      'macro.docx': await docxOf(paragraph('a'), { 'word/vbaProject.bin': 'code' }),
      'fake.docx': 'Title\ntext',
    };
    const answer = await app.upload(contract.uploadArticles, { id, files });
    expect(answer.body).toMatchObject({ count: 1, errorList: ['alone.docx', 'macro.docx', 'fake.docx'] });
    expect(answer.body.reasons.map(({ text, reason }: RefusedLine) => [text, reason])).toEqual([
      ['alone.docx', uploadTexts.titleAlone],
      ['macro.docx', docxTexts.macros],
      ['fake.docx', docxTexts.noDocx],
    ]);
    expect(await bodyOf(id, 'My & title')).toBe('<p>First.</p><p>Second.</p>');
    await app.upload(contract.uploadArticlesByFileName, { id, files: { 'One.docx': files['One.docx'] } });
    expect(await bodyOf(id, 'One')).toBe('<h1>My &amp; title</h1><p>First.</p><p>Second.</p>');
  });

  test('what is no UTF-8 is read as Windows-1252', async () => {
    const { id } = await newContentGroup(app);
    const files = { 'a.txt': Buffer.from('Gr\xfc\xdfe \x80\nK\xf6rper', 'latin1'), 'b.txt': 'Grüße\nKörper' };
    expect((await app.upload(contract.uploadArticles, { id, files })).body.count).toBe(2);
    expect(await titles(id)).toEqual(['Grüße €', 'Grüße']);
    expect(await bodyOf(id, 'Grüße €')).toBe('Körper');
  });

  test('a ZIP is read by the last part of its paths, nested ones come back by name', async () => {
    const { id } = await newContentGroup(app);
    const inner = await zipOf({ 'x.txt': 'Inner\ntext' });
    const bytes = await zipOf({
      'deep/er/a.txt': 'One\ntext',
      '__MACOSX/deep/._a.txt': 'Shadow\ntext',
      'xx/evil.txt': 'Two\ntext',
      'inner.zip': inner,
      'empty.txt': '',
      'picture.png': 'x',
    });
    // A path that climbs out cannot be made by the library, only by hand.
    const climbing = Buffer.from(bytes.toString('latin1').replaceAll('xx/evil.txt', '../evil.txt'), 'latin1');
    const answer = await app.upload(contract.uploadArticles, {
      id,
      files: { 'all.ZIP': climbing, 'b.txt': 'Three\ntext' },
    });
    expect(answer.body).toMatchObject({
      count: 3,
      errorList: ['inner.zip', 'empty.txt', 'picture.png'],
      ...noneBroken,
    });
    expect(await titles(id)).toEqual(['One', 'Two', 'Three']);
  });

  test('a ZIP that is none, or broken, comes back by name', async () => {
    const { id } = await newContentGroup(app);
    const good = await zipOf({ 'a.txt': 'One\ntext', 'b.txt': 'Two\ntext' });
    const broken = Buffer.from(good);
    broken.fill(0xff, 40, 50);
    const files = { 'none.zip': 'text', 'cut.zip': good.subarray(0, -30), 'broken.zip': broken };
    const answer = await app.upload(contract.uploadArticles, { id, files });
    expect(answer.status).toBe(200);
    expect(answer.body.errorList).toEqual(expect.arrayContaining(['none.zip', 'cut.zip', 'broken.zip']));
  });

  test.each([
    ['files', 10_001, 0, 'The archive holds more than 10000 files'],
    ['bytes', 3, 70 * 1024 * 1024, 'The archive holds more than 200 MB'],
  ])('a ZIP with too many %s is malformed, and none of it stays', async (_, count, size, message) => {
    const { id } = await newContentGroup(app);
    const content = Buffer.alloc(size, 'a');
    const bytes = await zipOf(Object.fromEntries(Array.from({ length: count }, (__, at) => [`${at}.txt`, content])));
    const answer = await app.upload(contract.uploadArticles, { id, files: { 'big.zip': bytes } });
    expect(answer).toMatchObject({ status: 400, body: { error: { message } } });
    expect(await titles(id)).toEqual([]);
  });

  test('six ZIPs of one huge text each are refused by name, and take no memory to speak of', async () => {
    const { id } = await newContentGroup(app);
    const huge = await zipOf({ 'a.txt': Buffer.alloc(195 * 1024 * 1024, 'a '), 'b.txt': 'Small\ntext' });
    const before = process.memoryUsage().rss;
    const files = Object.fromEntries(Array.from({ length: 2 }, (_, at) => [`${at}.zip`, huge]));
    const answer = await app.upload(contract.uploadArticles, { id, files });
    expect(answer.body).toMatchObject({ count: 2, errorList: ['a.txt', 'a.txt'], ...noneBroken });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    const all = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.zip`, huge]));
    expect(await app.upload(contract.uploadArticles, { id, files: all })).toMatchObject({
      status: 400,
      body: { error: { message: 'The archives hold more than 500 MB together' } },
    });
  });

  test('articles that are larger together than one statement may be are stored in portions', async () => {
    const { id } = await newContentGroup(app);
    const text = Buffer.alloc(1_900_000, 'words ');
    const bytes = await zipOf(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.txt`, `Title ${at}\n${text}`])),
    );
    const log = await app.listen(topics.contentGroup(id));
    expect((await app.upload(contract.uploadArticles, { id, files: { 'all.zip': bytes } })).body).toEqual({
      count: 60,
      errorList: [],
      reasons: [],
      ...noneBroken,
    });
    expect(await log.all()).toHaveLength(1);
    const tooLong = `Title\n${'x'.repeat(2_000_001)}`;
    const tooBig = `Title\n${'x'.repeat(4 * 1024 * 1024)}`;
    expect(
      (
        await app.upload(contract.uploadArticles, {
          id,
          files: { 'long.txt': tooLong, 'big.txt': tooBig, 'c.txt': 'C\nd' },
        })
      ).body,
    ).toMatchObject({ count: 1, errorList: ['long.txt', 'big.txt'], ...noneBroken });
  });

  test('NUL characters in names of files and entries do not reach the store', async () => {
    const { id } = await newContentGroup(app);
    const zip = await zipOf({ 'zero.txt': 'One\ntext' });
    const bytes = Buffer.from(zip.toString('latin1').replaceAll('zero.txt', 'z\0ro.txt'), 'latin1');
    const files = { 'a.zip': bytes, 'b\0c.txt': 'Two\ntext' };
    expect((await app.upload(contract.uploadArticlesByFileName, { id, files })).status).toBe(200);
    expect(await titles(id)).toContain('zro');
  });
});
