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
  const start = describeStart(schedule, showDate, nameOf);
  return schedule.status === 'DONE' ? `Finished: ${start[0]?.toLowerCase()}${start.slice(1)}` : start;
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
