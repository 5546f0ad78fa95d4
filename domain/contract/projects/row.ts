import { z } from 'zod';
import { projectStatus } from '../../states/project.ts';
import { edition, id } from '../call.ts';
import { module } from '../modules.ts';
import { schedule } from '../schedules.ts';

/** A project as lists show it (part L). */
export const projectRow = z.object({
  id,
  campaignId: id,
  name: z.string(),
  module,
  status: projectStatus,
  /** JSON array of messages as text (D-GEN-21). */
  lastError: z.string().nullable(),
  schedule: schedule.nullable(),
  /** Grows with every change of the project; a reader keeps the highest it heard of. */
  version: z.number(),
  edition,
});
export type ProjectRow = z.infer<typeof projectRow>;

/** Reads lastError; unreadable text counts as empty (D-GEN-21). */
export function readLastError(value: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(value ?? '[]');
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}
