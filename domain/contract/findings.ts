import { z } from 'zod';

/** Something about a finished text that its operator should know; what `stops` keeps it from being sent (D-ENG-25). */
export const finding = z.object({
  kind: z.enum(['spin', 'token', 'keyword', 'image', 'short', 'media', 'links', 'file', 'status']),
  text: z.string(),
  stops: z.boolean(),
});
export type Finding = z.infer<typeof finding>;
