import { z } from 'zod';

/**
 * What a reader sees on the page: LIVE all there, CHANGED there but altered, MISSING gone, NONE not checked yet,
 * UNREADABLE never read so far. A page that can be read no more keeps its last good word (D-ENG-22).
 */
export const proofState = z.enum(['NONE', 'CHECKING', 'LIVE', 'CHANGED', 'MISSING', 'UNREADABLE']);
export type ProofState = z.infer<typeof proofState>;

/** What a list of links is narrowed to: a state, or PLACED for links that posts placed and whose own page nobody read. */
export const proofFilter = z.enum([...proofState.options, 'PLACED']);
export type ProofFilter = z.infer<typeof proofFilter>;

/** What changed; missing: one of several links is gone. */
export const proofChange = z.enum(['address', 'anchor', 'rel', 'hidden', 'missing']);
export type ProofChange = z.infer<typeof proofChange>;

/** Why the last reading failed; it stands beside the last good word until a reading succeeds. */
const proofTrouble = z.object({
  reason: z.string(),
  at: z.string(),
  httpStatus: z.number().nullable(),
  /** Null when it is not tried again by itself. */
  nextTryAt: z.string().nullable(),
});

/** Proof of a link: the public page, read without login (issue A point 8, D-ENG-21, D-ENG-22). */
export const proof = z.object({
  state: proofState,
  /** When the page was last read well. */
  checkedAt: z.string().nullable(),
  /** HTTP status of that reading. */
  httpStatus: z.number().nullable(),
  /** What differs, for people. */
  reason: z.string().nullable(),
  changes: z.array(proofChange),
  links: z.array(
    z.object({
      url: z.string(),
      anchor: z.string().nullable(),
      rel: z.string().nullable(),
      /** The rel that the first reading found: where none was asked for, a later one is compared with it. */
      firstRel: z.string().nullable(),
      found: z.boolean(),
    }),
  ),
  trouble: proofTrouble.nullable(),
});
export type Proof = z.infer<typeof proof>;

/** Proof of a link that was not read yet. */
export const noProof: Proof = {
  state: 'NONE',
  checkedAt: null,
  httpStatus: null,
  reason: null,
  changes: [],
  links: [],
  trouble: null,
};

/**
 * How many links of the set are in which proof state; TROUBLED: those whose last reading failed, whatever their word; PLACED:
 * those that are told by the pages that carry them, which are not among NONE.
 */
export const proofCounts = z.object({
  PLACED: z.number(),
  NONE: z.number(),
  LIVE: z.number(),
  CHANGED: z.number(),
  MISSING: z.number(),
  UNREADABLE: z.number(),
  TROUBLED: z.number(),
});

/** True for links that the filter of a proof state leaves; UNREADABLE: all whose last reading failed. */
export function fitsProof(
  { state, trouble }: Pick<Proof, 'state' | 'trouble'>,
  wanted: ProofFilter,
  isPlaced = false,
): boolean {
  if (wanted === 'UNREADABLE') return trouble !== null;
  if (wanted === 'PLACED') return state === 'NONE' && isPlaced;
  return state === wanted && !(wanted === 'NONE' && isPlaced);
}
