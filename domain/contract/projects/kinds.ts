import { z } from 'zod';
import type { Module } from '../modules.ts';
import { accountKind } from './account.ts';
import { indexerKind } from './indexer.ts';
import type { NewForm } from './kind.ts';
import { postingKind } from './posting.ts';
import { privateKind } from './private.ts';
import type { ProjectRow } from './row.ts';
import type { Problem } from './rules.ts';

/**
 * The kinds of project, one line each; whatever else lists them derives from here, or the compiler asks for its line. A
 * reader takes the first whose shape fits, so those with keys of their own come first.
 */
export const projectKinds = {
  account: accountKind,
  indexer: indexerKind,
  private: privateKind,
  posting: postingKind,
} as const;
export type ProjectKind = keyof typeof projectKinds;
export const kindNames = Object.keys(projectKinds) as ProjectKind[];

/** The form of a project of some kind. */
export type FieldsOf<K extends ProjectKind> = z.infer<(typeof projectKinds)[K]['fields']>;
/** A project of some kind with its form. */
export type ProjectOf<K extends ProjectKind> = ProjectRow & FieldsOf<K>;

const kindOfModule = Object.fromEntries(
  kindNames.flatMap((kind) => projectKinds[kind].modules.map((name) => [name, kind])),
) as Record<Module, ProjectKind>;

/** Kind of a module's projects (D-PROJ-01). */
export function projectKind(name: Module): ProjectKind {
  return kindOfModule[name];
}

/** Address of a project's page. */
export function projectPath(name: Module, id: number): string {
  return `/${projectKinds[projectKind(name)].page}/${id}`;
}

/** Fields of a new project of some kind. */
export function newFieldsOf<K extends ProjectKind>(kind: K, of: NewForm): FieldsOf<K> {
  return projectKinds[kind].newFields(of) as FieldsOf<K>;
}

/** How many site rows are marked, and how many accounts the chosen profile has, where that is known. */
export interface Counts {
  nChecked: number;
  nAccounts?: number | undefined;
}

/** All broken rules of a form in the order in which they are checked; the first one names the tab to open. */
export function problemsOf<K extends ProjectKind>(kind: K, form: FieldsOf<K>, counts: Counts | number): Problem[] {
  const problems = projectKinds[kind].problems as (
    form: FieldsOf<K>,
    nChecked: number,
    nAccounts?: number,
  ) => Problem[];
  const { nChecked, nAccounts }: Counts = typeof counts === 'number' ? { nChecked: counts } : counts;
  return problems(form, nChecked, nAccounts);
}

const shapes = [...new Set(kindNames.map((kind) => projectKinds[kind].project))];
/** A project of whatever kind. */
export const anyProject = z.union(shapes);
