import { z } from 'zod';
import { refusalCode } from './refusals.ts';

/** HTTP methods that the calls use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the server, declared once and read by the server (routing, parsing),
 * the web (types, messages) and the OpenAPI document.
 */
export interface Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  /** Stable name, used as operationId. */
  id: string;
  method: Method;
  /** Path with `:name` parameters. */
  path: string;
  /** One line for the OpenAPI document. */
  summary: string;
  params: P;
  query: Q;
  body: B;
  /** Shape of the JSON answer; file answers use `z.never()` and `answer: 'file'`. */
  reply: R;
  answer: 'json' | 'file';
  /** 'json' (default), 'envelope' (D-GEN-06), 'upload' (multipart), 'none'. */
  takes: 'json' | 'envelope' | 'upload' | 'none';
  /** True when a session is not needed. */
  open: boolean;
  /** True when the call changes something; cross-site requests are refused (D-GEN-05). */
  changes: boolean;
}

const nothing = z.object({});

type CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Pick<
  Call,
  'id' | 'method' | 'path' | 'summary'
> &
  Partial<Pick<Call, 'answer' | 'takes' | 'open' | 'changes'>> & { params?: P; query?: Q; body?: B; reply?: R };

/** Declares a call; what is left out gets the usual value. */
export function defineCall<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
  R extends z.ZodType = typeof nothing,
>(input: CallInput<P, Q, B, R>): Call<P, Q, B, R> {
  return {
    id: input.id,
    method: input.method,
    path: input.path,
    summary: input.summary,
    params: (input.params ?? nothing) as P,
    query: (input.query ?? nothing) as Q,
    body: (input.body ?? nothing) as B,
    reply: (input.reply ?? nothing) as R,
    answer: input.answer ?? 'json',
    takes: input.takes ?? (input.body ? 'json' : 'none'),
    open: input.open ?? false,
    changes: input.changes ?? (input.method !== 'GET' || input.path.startsWith('/action/')),
  };
}

/** Entity id given by the server (D-GEN-14). */
export const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Which edition of what is edited a form holds: it grows with each change of what the form shows. */
export const edition = z.number().int();
/** The edition that was read, with a save: an older one than the stored is refused with 409; without it the save goes over it. */
export const readEdition = edition.optional();
/** Id inside a path or query, where everything is text. */
export const idInPath = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** `/:id` parameters. */
export const idParams = z.object({ id: idInPath });
/** Free text of an entity; limit of part L. */
export const text = z.string().max(100_000);

/** A required name with its own message (D-GEN-15: trimmed, 1 to 255 characters). */
export function requiredName(message: string) {
  return z.string().trim().min(1, message).max(255, 'Must be at most 255 characters');
}

/** A required text with its own message; blank counts as missing, and so does none at all. */
export function requiredText(message: string, max = 100_000) {
  return z.string(message).trim().min(1, message).max(max, `Must be at most ${max} characters`);
}

/** An integer with bounds whose violation is a refusal with `message`, not a malformed request. */
export function boundedInt(min: number, max: number, message: string) {
  return z
    .number()
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, message)
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** Bulk bodies: `{ids: [...]}` or a bare array, both accepted everywhere (D-GEN-04). */
export function idsBody<T extends z.ZodType>(item: T) {
  const list = z.array(item).min(1).max(100_000);
  return z.union([z.object({ ids: list }), list]).transform((value) => (Array.isArray(value) ? { ids: value } : value));
}

/** Like {@link idsBody}, but an empty list means "all". */
export function idsOrAllBody<T extends z.ZodType>(item: T) {
  const list = z.array(item).max(100_000);
  return z.union([z.object({ ids: list }), list]).transform((value) => (Array.isArray(value) ? { ids: value } : value));
}

/**
 * Bulk bodies of long lists: ids as in {@link idsBody}, or all rows that fit a filter. All is said on purpose: a body
 * without ids deletes nothing (D-GEN-03).
 */
export function idsOrFilterBody<T extends z.ZodType, F extends z.ZodRawShape>(item: T, filter: F) {
  // A misspelt filter would be none, and all rows with it.
  return z.union([idsBody(item), z.strictObject({ all: z.literal(true), ...filter })]);
}

/** Answer of deletions that may be too many to name: `ids` of those that were named, `count` of all. */
export function deletedReply<T extends z.ZodType>(item: T) {
  return z.object({ ids: z.array(item), count: z.number() });
}

/** Answer of deletions. */
export const idsReply = z.object({ ids: z.array(id) });
/** Answer of calls with nothing else to say (D-GEN-02). */
export const success = z.object({ success: z.literal(true) });

/** A refusal by rule or state, always sent with HTTP 200 (D-GEN-01). */
export const apiError = z.object({
  code: refusalCode,
  message: z.string(),
  messages: z.array(z.string()).optional(),
  field: z.string().optional(),
  tab: z.string().optional(),
  /** Of a wizard: each thing that is missing, with the tab and the tier where it is mended. */
  problems: z.array(z.record(z.string(), z.unknown())).optional(),
  /** With STALE: what is stored now, as the save would answer it. */
  stored: z.unknown().optional(),
});
export type ApiError = z.infer<typeof apiError>;

/** What is typed into a search box. */
export const searchText = z.string().max(200).optional();

/**
 * Query of every long list: page by key, search, sort. `after` is the `next` of the page before, `before` the `prev` of the
 * page after; `at` begins with the row at a place (0 is the first), `from` with the first row whose text is at or behind these
 * letters. Behind the end is the last page.
 */
export const pageQuery = z.object({
  after: z.string().max(2_000).optional(),
  before: z.string().max(2_000).optional(),
  at: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  from: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  search: searchText,
  sort: z.string().max(30).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  /** True: the answer's `total` says how many rows fit in all. Asked for on purpose, since counting takes time. */
  count: z.stringbool().optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;
/** What the answer of every long list holds beside its rows; `offset` is the place of its first row where it is known. */
export const pageNeighbours = {
  next: z.string().nullable(),
  prev: z.string().nullable(),
  offset: z.number().nullable(),
};

/**
 * Says whether a zod issue means a malformed request (HTTP 400) or a broken rule
 * (HTTP 200 with `{error}`): wrong types are malformed, bounds of texts and custom checks are rules.
 * Plain number bounds stand only on ids and page sizes; the bounds of a form are `boundedInt`.
 */
export function isMalformed(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'custom') return false;
  if (issue.code === 'too_small' || issue.code === 'too_big') return issue.origin !== 'string';
  return true;
}
