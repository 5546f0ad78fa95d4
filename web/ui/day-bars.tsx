import type { DayTally } from '#domain/contract/tallies.ts';
import './day-bars.css';

/** Days that are drawn at most: more would be thinner than a finger or a mouse can hit. */
const mostDays = 62;
const height = 72;
const dayMs = 86_400_000;

interface DayBarsProps {
  /** Days with posts, in order; those between them are drawn empty. */
  days: readonly DayTally[];
  /** The first ones to be shown when there are too many: from this day on (YYYY-MM-DD). */
  today: string;
}

/** Posts by day: a frame as high as what was planned, filled with what was done and what failed; the numbers stand below. */
export function DayBars({ days, today }: DayBarsProps) {
  if (days.length === 0) return null;
  const shown = shownDays(days, today);
  const most = Math.max(1, ...shown.map((day) => Math.max(day.planned, day.done + day.failed)));
  const scale = (n: number) => (n / most) * (height - 2);
  return (
    <div className="day-bars">
      {/* The table below says the same in words. */}
      <svg
        style={{ maxWidth: shown.length * 36 }}
        viewBox={`0 0 ${shown.length * 16} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {shown.map((day, at) => (
          <g
            key={day.day}
            transform={`translate(${at * 16}, 0)`}
            className={day.day === today ? 'is-today' : undefined}
          >
            <title>{wordsOf(day)}</title>
            <rect width={16} height={height} className="day-slot" />
            <rect
              x={2}
              width={12}
              y={height - scale(day.planned)}
              height={scale(day.planned)}
              className="day-planned"
            />
            <rect x={2} width={12} y={height - scale(day.done)} height={scale(day.done)} className="day-done" />
            <rect
              x={2}
              width={12}
              y={height - scale(day.done + day.failed)}
              height={scale(day.failed)}
              className="day-failed"
            />
          </g>
        ))}
      </svg>
      <div className="day-ends" aria-hidden="true" style={{ maxWidth: Math.max(170, shown.length * 36) }}>
        <span>{showDay(shown[0]?.day)}</span>
        {shown.length > 1 && <span>{showDay(shown.at(-1)?.day)}</span>}
      </div>
      <details>
        <summary>Posts per day as a table</summary>
        <table className="small-table">
          <thead>
            <tr>
              {['Day (UTC)', 'Planned', 'Done', 'Failed'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <td>{showDay(day.day)}</td>
                <td>{day.planned.toLocaleString()}</td>
                <td>{day.done.toLocaleString()}</td>
                <td>{day.failed.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

/** A day as all dates are shown. */
const showDay = (day = '') => day.split('-').reverse().join('/');

const wordsOf = ({ day, planned, done, failed }: DayTally) =>
  `${showDay(day)}: ${planned.toLocaleString()} planned, ${done.toLocaleString()} done, ${failed.toLocaleString()} failed`;

/** Each day from the first to the last, those around today when they are too many. */
function shownDays(days: readonly DayTally[], today: string): DayTally[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const [first, last] = [Date.parse(days[0]?.day ?? today), Date.parse(days.at(-1)?.day ?? today)];
  const nDays = Math.round((last - first) / dayMs) + 1;
  const half = Math.floor(mostDays / 2);
  const middle = Math.round((Date.parse(today) - first) / dayMs);
  const from = Math.max(0, Math.min(middle - half, nDays - mostDays));
  return Array.from({ length: Math.min(nDays, mostDays) }, (_, at) => {
    const day = new Date(first + (from + at) * dayMs).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, planned: 0, done: 0, failed: 0 };
  });
}
