import { describe, expect, test } from 'vitest';
import { allCalls } from '../calls.ts';
import { creatableModules, type Module, moduleLabels } from '../modules.ts';
import { anyProject, kindNames, newFieldsOf, problemsOf, projectKind, projectKinds, projectPath } from './kinds.ts';

const modules = Object.keys(moduleLabels) as Module[];
const row = { id: 7, campaignId: 1, name: 'P', status: 'NEW', lastError: null, schedule: null, version: 1, edition: 1 };

test('every module has one kind, and a kind has modules', () => {
  expect(kindNames.flatMap((kind) => [...projectKinds[kind].modules]).toSorted()).toEqual(modules.toSorted());
  for (const name of modules) expect(projectKinds[projectKind(name)].modules).toContain(name);
  for (const kind of kindNames)
    expect(creatableModules).toEqual(expect.arrayContaining([projectKinds[kind].modules[0]]));
});

test('each kind has an address and a save of its own, and its save is declared', () => {
  const kinds = kindNames.map((kind) => projectKinds[kind]);
  expect(new Set(kinds.map(({ page }) => page)).size).toBe(kinds.length);
  expect(new Set(kinds.map(({ save }) => `${save.id} ${save.path}`)).size).toBe(kinds.length);
  for (const { save } of kinds) expect(allCalls).toContain(save);
});

test.each([
  ['SocialNetwork', '/project/7'],
  ['PrivatePDF', '/privateproject/7'],
  ['Indexer', '/indexerproject/7'],
  ['AccountCreation', '/acproject/7'],
] as const)('a project of module %s has its page at %s', (module, path) => {
  expect(projectPath(module, 7)).toBe(path);
});

describe.each(kindNames)('a new project of kind %s', (kind) => {
  const fields = newFieldsOf(kind, { campaignId: 1, hasProductMail: true });

  test('keeps its fields when it is read', () => {
    expect(projectKinds[kind].fields.parse(fields)).toEqual(fields);
    const project = { ...row, module: projectKinds[kind].modules[0], ...fields };
    expect(anyProject.parse(project)).toEqual(project);
  });

  test('says what is missing, each at a field', () => {
    const problems = problemsOf(kind, fields, 0);
    expect(problems.length).toBeGreaterThan(0);
    for (const { field, tab, message } of problems) expect([field, tab, message]).not.toContain('');
  });
});
