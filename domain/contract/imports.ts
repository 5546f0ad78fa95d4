import { z } from 'zod';

/** Result of an upload: how many lines or files were taken, and the refused ones as typed (the first 1,000). */
export const uploadReply = z.object({ count: z.number(), errorList: z.array(z.string()) });

/** What an import does with a line; a repeated one is taken too: the last of equal accounts wins, links stand twice. */
export const verdicts = ['refused', 'repeated', 'updates', 'new'] as const;
export type Verdict = (typeof verdicts)[number];

/** The verdict on one line of a file. */
export const lineVerdict = z.object({
  /** 1-based line of the file on which it begins. */
  line: z.number(),
  verdict: z.enum(verdicts),
  reason: z.string().nullable(),
  /** The line for people: cut, and its password masked. */
  text: z.string(),
});
export type LineVerdict = z.infer<typeof lineVerdict>;

/** A line or file that was refused, with the reason, for people. */
export const refusedLine = z.object({ line: z.number().nullable(), text: z.string(), reason: z.string() });
export type RefusedLine = z.infer<typeof refusedLine>;

/** Lines shown of each verdict; all are counted. */
export const maxShownLines = 1_000;

/** Result of an import or its dry run: `count` is all that was taken, `verdicts` the first lines of each kind. */
export const importReply = uploadReply.extend({
  added: z.number(),
  updated: z.number(),
  repeated: z.number(),
  rejected: z.number(),
  verdicts: z.array(lineVerdict),
  /** How the file was read when it was not UTF-8. */
  encoding: z.string().optional(),
});
export type ImportReply = z.infer<typeof importReply>;

/** `dryRun` judges every line and changes nothing. */
export const importQuery = z.object({ dryRun: z.stringbool().default(false) });
