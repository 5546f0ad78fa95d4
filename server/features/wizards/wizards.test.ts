import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import * as contract from '#domain/contract/wizards.ts';
import { packText } from '#domain/rules/packed-text.ts';
import { hostileWords } from '#test/support/hostile-words.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { newStrategy, wizardOf } from '#test/support/wizards.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

const boxes = { blog: { type: 'SocialNetwork' }, wiki: { type: 'Wiki', on: 'blog' } } as const;
const sample = (changes: Partial<contract.Wizard> = {}) => wizardOf(boxes, { name: 'Mine', ...changes });
let windows = 0;
/** Saved from a window of its own, unless `more` names one. */
const save = (wizard: contract.Wizard, more: object = {}) => {
  windows += 1;
  const body = { wizard: packText(JSON.stringify(wizard)), uuid: `window ${windows}`, ...more };
  return app.send(contract.saveWizard, { body });
};
const read = (id: number) => app.send(contract.getWizard, { params: { id } });
const list = async (): Promise<contract.WizardRow[]> => (await app.send(contract.listWizards)).body.wizards;

describe('a wizard', () => {
  test('without a name is not saved, by itself or beside a campaign', async () => {
    const before = await list();
    const error = { message: 'Wizard name is required', field: 'name' };
    expect((await save(sample({ name: ' ' }))).body).toMatchObject({ error });
    const body = { wizard: packText(JSON.stringify(sample({ name: '' }))), saveWizard: true };
    expect((await app.send(contract.createWizardCampaign, { body })).body.error).toBeDefined();
    expect(await list()).toEqual(before);
  });

  test('is saved half filled in, read back whole, and told', async () => {
    const logs = [await app.listen(topics.wizards), await app.listen(topics.wizard)];
    const wizard = sample({ emailAccount: { ...sample().emailAccount, emailPassword: 'mail-secret' }, nDay: null });
    const { id, edition } = (await save(wizard)).body;
    expect((await read(id)).body).toEqual({ wizard: { ...wizard, id }, edition });
    const again = (await save({ ...wizard, id, name: 'Other' }, { edition, uuid: 'mine' })).body;
    expect(again.edition).toBeGreaterThan(edition);
    expect((await logs[0]?.all())?.map(({ action }) => action)).toEqual(['addNew', 'rename']);
    expect(await logs[1]?.all()).toMatchObject([
      { action: 'wizardSaved', id, name: 'Other', uuid: 'mine', edition: again.edition },
    ]);
    const { rows } = await sql<{ wizard: string }>`select wizard from wizards where id = ${id}`.execute(
      app.app.store.db,
    );
    expect(rows[0]?.wizard).toMatch(/^s1:/);
  });

  test('is saved over nothing that another window saved, unless on purpose', async () => {
    const { id, edition } = (await save(sample())).body;
    await save(sample({ id, nDay: 5 }), { edition });
    const refused = await save(sample({ id, nDay: 6 }), { edition });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'STALE', stored: { wizard: { nDay: 5 } } } } });
    expect((await save(sample({ id, nDay: 6 }))).body.id).toBe(id);
    expect((await read(id)).body.wizard.nDay).toBe(6);
  });

  test('keeps marks by the ten thousand, each as it was; a mark that is none spoils the whole', async () => {
    const [first, ...others] = sample().tierSiteSelection;
    const selectedSites = Array.from({ length: 5_001 }, (_, at) => ({
      module: 'Wiki' as const,
      siteId: `s${at}.test`,
    }));
    const marked = { type: 3 as const, siteSelectionId: null, selectedSites };
    const wizard = sample({ tierSiteSelection: [marked, ...others] });
    const { id } = (await save(wizard)).body;
    expect((await read(id)).body.wizard).toEqual({ ...wizard, id });
    for (const odd of [[{ module: 'Wiki', siteId: 7 }], 'all', Array(200_001).fill(selectedSites[0])]) {
      const tiers = [{ ...first, selectedSites: odd }, ...others];
      const body = { wizard: { ...wizard, id, tierSiteSelection: tiers }, uuid: '' };
      const refused = await app.send(contract.saveWizard, { body });
      expect(refused.body.error.message).toBe('The wizard could not be read');
    }
    for (const tierSiteSelection of [null, [null], [[]], 'none'])
      expect((await save({ ...wizard, id, tierSiteSelection: tierSiteSelection as never })).body.error).toBeDefined();
    expect((await read(id)).body.wizard).toEqual({ ...wizard, id });
  });

  test('whose answer was lost is saved again by the same window: once, and over nobody else', async () => {
    const mine = { uuid: 'a window' };
    const [one, two] = await Promise.all([save(sample(), mine), save(sample(), mine)]);
    expect(two.body.id).toBe(one.body.id);
    const { id } = one.body;
    const { edition } = (await read(id)).body;
    await save(sample({ id, nDay: 2 }), { ...mine, edition });
    expect((await save(sample({ id, nDay: 3 }), { ...mine, edition })).status).toBe(200);
    await save(sample({ id, nDay: 4 }), { uuid: 'another one' });
    expect((await save(sample({ id, nDay: 5 }), { ...mine, edition })).status).toBe(409);
    expect((await read(id)).body.wizard.nDay).toBe(4);
  });

  test('that was renamed is not saved under its old name by who did not see it', async () => {
    const mine = { uuid: 'an editor' };
    const { id, edition } = (await save(sample(), mine)).body;
    await app.send(contract.renameWizard, { body: { id, name: 'New name' } });
    expect((await save(sample({ id }), { ...mine, edition })).status).toBe(409);
    expect((await read(id)).body.wizard.name).toBe('New name');
  });

  test('that cannot be read is refused in words, an unknown one with 404', async () => {
    const twice = { ...sample(), projects: [...sample().projects, ...sample().projects.slice(0, 1)] };
    for (const wizard of ['%', packText('[]'), packText('{"a":1}'), {}, twice])
      expect((await app.send(contract.saveWizard, { body: { wizard, uuid: '' } })).body.error.message).toBe(
        'The wizard could not be read',
      );
    expect((await read(999_999)).status).toBe(404);
    expect((await save(sample({ id: 999_999 }))).status).toBe(404);
  });

  test('is made empty of a strategy, and begins anew with another one under its name', async () => {
    const one = await newStrategy(app, 'One', boxes);
    const two = await newStrategy(app, 'Two', { mark: { type: 'Bookmarking' } });
    const made = (await app.send(contract.putWizard, { body: { id: null, strategy: one, name: 'Kept' } })).body;
    expect((await read(made.id)).body.wizard).toMatchObject({ name: 'Kept', depth: 2, strategy: { id: one } });
    await app.send(contract.putWizard, { body: { id: made.id, strategy: two } });
    expect((await read(made.id)).body.wizard).toMatchObject({ name: 'Kept', depth: 1, strategy: { id: two } });
    expect((await app.send(contract.putWizard, { body: { strategy: 999_999 } })).status).toBe(404);
  });

  test('is renamed, copied and deleted; hostile words are names like any other', async () => {
    const { id } = (await save(sample())).body;
    for (const name of hostileWords.filter((word) => word.trim() !== '' && word.length <= 255)) {
      const { body } = await app.send(contract.renameWizard, { body: { id, name } });
      expect(body.wizard).toMatchObject({ id, name: name.trim() });
    }
    const blank = await app.send(contract.renameWizard, { body: { id, name: ' ' } });
    expect(blank.body.error.message).toBe('Please enter wizard name');
    const copy = (await app.send(contract.duplicateWizard, { params: { id }, body: { name: 'Copy' } })).body.wizard;
    expect((await read(copy.id)).body.wizard).toMatchObject({ id: copy.id, name: 'Copy', depth: 2 });
    const gone = await app.send(contract.deleteWizards, { body: { ids: [id, 999_999] } });
    expect(gone.body.ids).toEqual([id]);
    expect((await list()).map((row) => row.id)).not.toContain(id);
  });
});
