import type { Schedule } from '../contract/schedules.ts';

/** "1 day" or "N days". */
export function daysLabel(nDay: number): string {
  return nDay === 1 ? '1 day' : `${nDay} days`;
}

/**
 * One line that says when a project starts (D-SCHED-09). `showDate` turns the UTC text into
 * local time; `nameOf` gives a project's name or undefined when it was deleted.
 */
export function describeSchedule(
  schedule: Schedule,
  showDate: (utc: string) => string,
  nameOf: (id: number) => string | undefined,
): string {
  const start = `${describeStart(schedule, showDate, nameOf)}${describeRepeat(schedule, showDate)}`;
  return schedule.status === 'DONE' ? `Finished: ${start[0]?.toLowerCase()}${start.slice(1)}` : start;
}

/** "", or how often it comes again and how far it is: ", every 7 days, 2 of 5 runs". */
function describeRepeat({ repeat, status }: Schedule, showDate: (utc: string) => string): string {
  if (!repeat) return '';
  const every = repeat.everyDays === 1 ? 'every day' : `every ${daysLabel(repeat.everyDays)}`;
  if (repeat.done === 0) return `, then ${every}, ${repeat.times} runs in all`;
  const next = status === 'SCHEDULED' && repeat.nextAt ? `, next at ${showDate(repeat.nextAt)}` : '';
  return `, ${every}, ${repeat.done} of ${repeat.times} runs begun${next}`;
}

function describeStart(
  schedule: Schedule,
  showDate: (utc: string) => string,
  nameOf: (id: number) => string | undefined,
): string {
  const days = schedule.nDay ?? 1;
  const head = schedule.durationType === 'Spread' && days > 1 ? `For ${daysLabel(days)}, starting` : 'Starting';
  if (schedule.scheduleType === 'FixedDate') return `${head} at ${showDate(schedule.startDate ?? '')}`;
  const names = schedule.sourceProjectIds.map((id) => nameOf(id) ?? '(deleted)');
  return names.length === 1 ? `${head} after project ${names[0]}` : `${head} after projects: ${names.join(', ')}`;
}
