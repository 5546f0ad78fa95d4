import dayjs, { type Dayjs } from 'dayjs';
import { formatUtcMinute, parseUtcMinute } from '#domain/contract/schedules.ts';

/** Wire text `DD/MM/YYYY HH:mm` UTC as a local moment; null when unreadable. */
export function fromWire(value: string | null): Dayjs | null {
  const date = value ? parseUtcMinute(value) : null;
  return date ? dayjs(date) : null;
}

/** A local moment as wire text in UTC. */
function toWire(value: Dayjs): string {
  return formatUtcMinute(value.toDate());
}

/** Wire text of a local day and a local time; what a change of clocks skips or doubles is taken as the browser does (D-SCHED-03). */
export function joinToWire(day: Dayjs, time: Dayjs): string {
  // One step: hour by hour a day without that hour would be left on the way.
  return toWire(dayjs(new Date(day.year(), day.month(), day.date(), time.hour(), time.minute())));
}

/** Wire text as local time for people. */
export function showWire(value: string): string {
  return fromWire(value)?.format('DD/MM/YYYY HH:mm') ?? value;
}

/** An ISO moment as local date and time. */
export function showMoment(value: string | null): string {
  return value ? dayjs(value).format('DD/MM/YYYY HH:mm') : '';
}

/** An ISO moment as the short local date of link tables. */
export function showShortDate(value: string): string {
  return dayjs(value).format('DD/MM/YY');
}
