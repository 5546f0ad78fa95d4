import { z } from 'zod';
import { type ProjectStatus, projectStatus } from '../states/project.ts';
import { defineCall, id, idParams } from './call.ts';

/** `DD/MM/YYYY HH:mm` in UTC (D-GEN-14). */
export const utcMinute = z.string().regex(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);

export const scheduleTexts = {
  type: 'You need to select a schedule option',
  date: 'Please select start date',
  time: 'Please select start time',
  noSuchDate: 'This date does not exist',
  parent: 'Please select a parent project',
  self: 'Parent project must be different to the current project',
  loop: 'The selected projects depend on this project',
  duration: 'Please select a duration',
  nDay: 'Please choose a number of days to run',
  nDayMin: 'Number of days must be greater than 0',
  posts: 'Please choose a number of posts to create',
  postsMin: 'Number of posts must be equal or greater than 0',
  everyDays: 'Days between two runs must be between 1 and 365',
  times: 'Number of runs must be between 2 and 1,000',
} as const;

/** A schedule that comes again: every so many days, up to so many runs in all. */
const repeat = z.object({
  everyDays: z.number().meta({ type: 'integer', minimum: 1, maximum: 365 }),
  times: z.number().meta({ type: 'integer', minimum: 2, maximum: 1_000 }),
});

/** A stored schedule of a project (part L). */
export const schedule = z.object({
  scheduleType: z.enum(['FixedDate', 'AfterProject']),
  startDate: utcMinute.nullable(),
  sourceProjectId: id.nullable(),
  sourceProjectIds: z.array(id),
  durationType: z.enum(['Once', 'Spread']),
  nDay: z.number().nullable(),
  numberOfPosts: z.number().nullable(),
  /** Of a project that was COMPLETED: whether it posts to all its sites again (D-ENG-27); null where that is no question. */
  again: z.boolean().nullish(),
  repeat: repeat
    .extend({
      /** Runs that began. */
      done: z.number(),
      /** The moment that turns are counted from; null before the first. */
      from: utcMinute.nullable(),
      /** When the next turn begins; null before the first has ended. */
      nextAt: utcMinute.nullable(),
    })
    .nullish(),
  status: z.enum(['SCHEDULED', 'RUNNING', 'DONE']),
});
export type Schedule = z.infer<typeof schedule>;

const wholeNumber = (value: number | null | undefined) => value != null && Number.isInteger(value);
const isFrom = (value: number | null | undefined, min: number, max: number) =>
  value != null && Number.isInteger(value) && value >= min && value <= max;

/** A schedule as typed; missing choices are rules with the spec's messages (1-core section 5). */
export const scheduleInput = z
  .object({
    scheduleType: z.enum(['FixedDate', 'AfterProject']).nullish(),
    startDate: z.string().max(40).nullish(),
    sourceProjectId: id.nullish(),
    sourceProjectIds: z.array(id).max(10_000).nullish(),
    durationType: z.enum(['Once', 'Spread']).nullish(),
    nDay: z.number().nullish(),
    numberOfPosts: z.number().nullish(),
    again: z.boolean().nullish(),
    repeat: z.object({ everyDays: z.number().nullish(), times: z.number().nullish() }).nullish(),
  })
  .superRefine((value, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    if (!value.scheduleType) refuse('scheduleType', scheduleTexts.type);
    if (value.scheduleType === 'FixedDate' && !value.startDate) refuse('startDate', scheduleTexts.date);
    else if (value.scheduleType === 'FixedDate' && !parseUtcMinute(value.startDate ?? ''))
      refuse('startDate', utcMinute.safeParse(value.startDate).success ? scheduleTexts.noSuchDate : scheduleTexts.time);
    if (value.scheduleType === 'AfterProject' && sourceIds(value).length === 0)
      refuse('sourceProjectIds', scheduleTexts.parent);
    if (!value.durationType) refuse('durationType', scheduleTexts.duration);
    if (value.durationType === 'Spread') {
      if (value.nDay == null) refuse('nDay', scheduleTexts.nDay);
      else if (!wholeNumber(value.nDay) || value.nDay < 1 || value.nDay > 36_500) refuse('nDay', scheduleTexts.nDayMin);
    }
    if (value.numberOfPosts != null && (!wholeNumber(value.numberOfPosts) || value.numberOfPosts < 0))
      refuse('numberOfPosts', scheduleTexts.postsMin);
    if (value.repeat && !isFrom(value.repeat.everyDays, 1, 365)) refuse('repeat.everyDays', scheduleTexts.everyDays);
    if (value.repeat && !isFrom(value.repeat.times, 2, 1_000)) refuse('repeat.times', scheduleTexts.times);
  });
export type ScheduleInput = z.infer<typeof scheduleInput>;

/** Source projects of a typed schedule: one or several are read alike (D-SCHED-01). */
export function sourceIds(value: Pick<ScheduleInput, 'sourceProjectId' | 'sourceProjectIds'>): number[] {
  const ids = value.sourceProjectIds ?? [];
  return [...new Set(ids.length === 0 && value.sourceProjectId ? [value.sourceProjectId] : ids)];
}

/** Reads `DD/MM/YYYY HH:mm` as UTC; null when it is no real moment. */
export function parseUtcMinute(value: string): Date | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})$/.exec(value);
  if (!match) return null;
  const [day, month, year, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && hour < 24 && minute < 60 ? date : null;
}

/** Writes a moment as `DD/MM/YYYY HH:mm` in UTC. */
export function formatUtcMinute(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${year} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

export const saveSchedule = defineCall({
  id: 'saveSchedule',
  method: 'POST',
  path: '/rest/schedule/:id',
  summary:
    'Schedule a project (id = project id); a COMPLETED one posts what was not posted yet, with again=true to all its sites',
  params: idParams,
  body: z.object({ status: z.string().max(40).optional(), schedule: scheduleInput }),
  reply: z.object({ status: projectStatus, schedule: schedule.nullable(), version: z.number() }),
});
/** What the calls of a schedule answer. */
export type ScheduleAnswer = z.output<typeof saveSchedule.reply>;
export const deleteSchedule = defineCall({
  id: 'deleteSchedule',
  method: 'GET',
  path: '/action/delete/schedule/:id',
  summary: 'Remove a schedule; the status before it comes back (D-SCHED-04)',
  params: idParams,
  /** `changed`: false when there was none any more. */
  reply: z.object({ status: projectStatus, schedule: z.null(), version: z.number(), changed: z.boolean() }),
});
/** True for a project that is COMPLETED, or was when its schedule was made: whether all is posted again must be said (D-ENG-27). */
export function asksAgain({ status, schedule }: { status: ProjectStatus; schedule: Schedule | null }): boolean {
  return status === 'COMPLETED' || (status === 'SCHEDULED' && typeof schedule?.again === 'boolean');
}

export const resetSchedule = defineCall({
  id: 'resetSchedule',
  method: 'GET',
  path: '/action/reset/schedule/:id',
  summary: 'Start a schedule afresh (D-SCHED-04); of a COMPLETED project again=true posts to all its sites',
  params: idParams,
  query: z.strictObject({ again: z.stringbool().default(false) }),
  reply: z.object({ status: projectStatus, schedule: schedule.nullable(), version: z.number() }),
});
