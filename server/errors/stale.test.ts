import { afterAll, beforeAll, expect, test } from 'vitest';
import { editAccount, editAccounts, listAccounts } from '#domain/contract/accounts.ts';
import type { Call } from '#domain/contract/call.ts';
import { getArticle, getContentGroup, saveArticle, saveContentGroup } from '#domain/contract/content.ts';
import { editLink, listLinks } from '#domain/contract/links.ts';
import { addMailbox, editMailbox, listMailboxes } from '#domain/contract/mailboxes.ts';
import { savePostingProject } from '#domain/contract/projects/posting.ts';
import { getProject, renameProject } from '#domain/contract/projects/projects.ts';
import { listCustomSites, saveCustomSite } from '#domain/contract/sites.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Two windows edit one thing: the later save of what was read earlier is refused, with what is stored now. */
let app: TestApp;
let ready: ReadyCampaign;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  const site = { platform: 'wordpress', url: 'http://s.test', username: 'u', password: 'p' };
  ready = await readyCampaign(app.app, [site]);
});
afterAll(() => app?.stop());

interface Form {
  /** What the form shows, its edition too. */
  read(): Promise<Record<string, unknown> & { edition: number }>;
  /** Saves the form with another value. */
  save(shown: Record<string, unknown>, value: string, edition?: number): Promise<{ status: number; body: unknown }>;
  /** Which field the value is. */
  field: string;
}
const get = async (call: Call, id?: number) => (await app.send(call, id ? { params: { id } } : {})).body;

const typedMailbox = (emailLogin: string) => ({
  emailAddress: 'm@x.test',
  emailLogin,
  emailPassword: 'p',
  emailServer: 's.test',
});

const forms: Record<string, Form> = {
  project: {
    field: 'outputAnchor',
    read: async () => (await get(getProject, ready.projectId)).project,
    save: (shown, value, edition) =>
      app.send(savePostingProject, {
        body: { project: { ...shown, outputAnchor: value }, sites: [], uuid: 'x', edition },
      }),
  },
  site: {
    field: 'permissionNote',
    read: async () => (await get(listCustomSites)).sites[0],
    save: (shown, value, edition) =>
      app.send(saveCustomSite, { body: { ...shown, ...(shown.id as object), permissionNote: value, edition } }),
  },
  account: {
    field: 'username',
    read: async () => (await get(listAccounts, ready.profileId)).accounts[0],
    save: (shown, value, edition) => {
      const { siteName, email } = shown;
      return app.send(editAccount, { body: { ...shown, was: { siteName, email }, username: value, edition } });
    },
  },
  'content group': {
    field: 'wordsNottobeChanged',
    read: async () => (await get(getContentGroup, ready.groupId)).contentGroup,
    save: (shown, value, edition) =>
      app.send(saveContentGroup, { body: { ...shown, wordsNottobeChanged: value, edition } }),
  },
  article: {
    field: 'title',
    read: async () => {
      const [row] = (await get(getContentGroup, ready.groupId)).articles;
      return (await get(getArticle, row.id)).article;
    },
    save: (shown, value, edition) => app.send(saveArticle, { body: { ...shown, title: value, edition } }),
  },
  mailbox: {
    field: 'login',
    read: async () => {
      const [found] = (await get(listMailboxes)).emails;
      if (found) return found;
      await app.send(addMailbox, { body: typedMailbox('m') });
      return (await get(listMailboxes)).emails[0];
    },
    save: (_, value, edition) => app.send(editMailbox, { body: { ...typedMailbox(value), was: 'm@x.test', edition } }),
  },
  link: {
    field: 'anchor',
    read: async () => (await get(listLinks, ready.moneyId)).urlItems[0],
    save: (shown, value, edition) =>
      app.send(editLink, { params: { id: shown.id as number }, body: { ...shown, anchor: value, edition } }),
  },
};

test.each(Object.entries(forms))('a %s that another window saved is not saved over unasked', async (_, form) => {
  const [mine, theirs] = [await form.read(), await form.read()];
  expect((await form.save(theirs, 'theirs', theirs.edition)).status).toBe(200);
  const refused = await form.save(mine, 'mine', mine.edition);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'STALE', message: expect.any(String), stored: { [form.field]: 'theirs' } } },
  });
  const stored = await form.read();
  expect(stored).toMatchObject({ [form.field]: 'theirs', edition: expect.any(Number) });
  // What was shown again may be saved, and on purpose an older one too.
  expect((await form.save(stored, 'again', stored.edition)).status).toBe(200);
  expect((await form.save(mine, 'mine')).status).toBe(200);
  expect(await form.read()).toMatchObject({ [form.field]: 'mine' });
});

test.each(Object.entries(forms))('a %s is one and the same for two saves at one moment', async (_, form) => {
  const shown = await form.read();
  const answers = await Promise.all(['one', 'two'].map((value) => form.save(shown, value, shown.edition)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a bulk edit is a change too; a name of its own is none', async () => {
  const account = await forms.account?.read();
  const body = { which: { ids: [account] }, changes: { password: 'other' } };
  await app.send(editAccounts, { params: { id: ready.profileId }, body });
  expect((await forms.account?.save(account ?? {}, 'x', account?.edition))?.status).toBe(409);
  const project = await forms.project?.read();
  await app.send(renameProject, { params: { id: ready.projectId }, body: { name: 'Other' } });
  expect((await forms.project?.save(project ?? {}, 'y', project?.edition))?.status).toBe(200);
});
