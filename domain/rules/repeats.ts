import { formatUtcMinute, parseUtcMinute, type Schedule } from '../contract/schedules.ts';

const dayMs = 86_400_000;

/** A schedule whose time has come; a run more of one that repeats. Its turns are counted from its date, else from now. */
export function begun(schedule: Schedule, now: Date): Schedule {
  const { repeat } = schedule;
  const begin = { ...schedule, status: 'RUNNING' as const };
  if (!repeat) return begin;
  const from = repeat.from ?? schedule.startDate ?? formatUtcMinute(now);
  return { ...begin, repeat: { ...repeat, done: repeat.done + 1, from, nextAt: null } };
}

/**
 * A schedule whose run is over: DONE, or SCHEDULED for its next turn, which posts to all sites again. Turns that a long run,
 * or a stopped product, let pass are left out: two never run at once.
 */
export function ended(schedule: Schedule, now: Date): Schedule {
  const { repeat } = schedule;
  if (!repeat || repeat.done >= repeat.times || repeat.done === 0) return { ...schedule, status: 'DONE' };
  const everyMs = repeat.everyDays * dayMs;
  const from = parseUtcMinute(repeat.from ?? '') ?? now;
  const turn = Math.floor((now.getTime() - from.getTime()) / everyMs) + 1;
  const nextAt = formatUtcMinute(new Date(from.getTime() + Math.max(1, turn) * everyMs));
  return { ...schedule, status: 'SCHEDULED', again: true, repeat: { ...repeat, nextAt } };
}

/** The same schedule from its beginning: no turn of it has run. */
export function afresh<S extends Pick<Schedule, 'repeat'>>(schedule: S): S {
  const { repeat } = schedule;
  return repeat ? { ...schedule, repeat: { ...repeat, done: 0, from: null, nextAt: null } } : schedule;
}
