import { z } from 'zod';
import type { ActKind } from '../../states/post.ts';
import { type Call, defineCall, id, readEdition, requiredName } from '../call.ts';
import type { Module } from '../modules.ts';
import { siteKey } from '../sites.ts';
import type { Problem } from './rules.ts';

/** What the form of a new project hangs on. */
export interface NewForm {
  campaignId: number;
  /** True when the product has mail of its own. */
  hasProductMail: boolean;
}

/** What a kind of project declares. What both sides know of kinds derives from the list of these in kinds.ts. */
export interface Kind<F extends z.ZodObject, P extends z.ZodType, S extends Call> {
  /** Modules whose projects are of this kind (D-PROJ-01). */
  modules: readonly Module[];
  /** First part of its page's address. */
  page: string;
  /** Fields of its form. */
  fields: F;
  /** The project as its page reads it: what lists show, and the fields. */
  project: P;
  /** The call that saves it. */
  save: S;
  /** Fields of a new project. */
  newFields(of: NewForm): z.infer<F>;
  /** All broken rules in save order; `nChecked` is the number of marked site rows, `nAccounts` of accounts where that is known. */
  problems(form: z.infer<F>, nChecked: number, nAccounts?: number): Problem[];
  /** What a run of it does at its sites; null when its work is no acts (indexer). */
  act: ActKind | null;
  /** True when its schedule says how many posts are to be made. */
  asksNumberOfPosts: boolean;
}

/** Declares a kind; its functions are checked against its fields. */
export function defineKind<F extends z.ZodObject, P extends z.ZodType, S extends Call>(
  kind: Kind<F, P, S>,
): Kind<F, P, S> {
  return kind;
}

export const projectName = requiredName('Please enter project name');

/** Marks of the shown site rows; rows left out keep theirs (D-PROJ-16). */
export const siteMark = z.object({ id: siteKey, email: z.string().max(255).nullish(), checked: z.boolean() });
export type SiteMark = z.output<typeof siteMark>;

interface SaveCall<F extends z.ZodRawShape, P extends z.ZodType> {
  id: string;
  path: string;
  summary: string;
  fields: z.ZodObject<F>;
  project: P;
}

/** The save of a kind. Body `{project, sites, uuid}`: the kind's fields, the marks, the name of the editing session, the edition read. */
export function saveCall<F extends z.ZodRawShape, P extends z.ZodType>({ fields, project, ...call }: SaveCall<F, P>) {
  return defineCall({
    ...call,
    method: 'POST',
    takes: 'envelope',
    body: z.object({
      project: fields.extend({ id, name: projectName.optional() }),
      sites: z.array(siteMark).max(200_000).default([]),
      uuid: z.string().max(100),
      edition: readEdition,
    }),
    reply: z.object({ project, uuid: z.string() }),
  });
}
