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

/**
 * An ISO moment as local date and time, as short as it can be told: the time alone with "Today", the year only where it is
 * another one. The one form of moments on all screens; schedules and days of links have theirs by the spec.
 */
export function showMoment(value: string | null, now: Date = new Date()): string {
  if (!value) return '';
  const [moment, today] = [dayjs(value), dayjs(now)];
  if (moment.isSame(today, 'day')) return moment.format('[Today] HH:mm');
  return moment.format(moment.isSame(today, 'year') ? 'DD/MM HH:mm' : 'DD/MM/YYYY HH:mm');
}

/** The same in full, with the zone, for whoever looks closer. */
export function showWholeMoment(value: string | null): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return value ? `${dayjs(value).format('DD/MM/YYYY HH:mm:ss [UTC]Z')} (${timeZone})` : '';
}

/** The day of an ISO moment as link tables show it (LINK-02). */
export function showShortDate(value: string): string {
  return dayjs(value).format('DD/MM/YY');
}
