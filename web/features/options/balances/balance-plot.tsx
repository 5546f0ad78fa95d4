import type { BalanceDay, ServiceBalance } from '#domain/contract/balances.ts';
import { texts } from './texts.ts';

const width = 200;
const height = 36;
const dayMs = 86_400_000;

/** A balance over its days as a line from the first to the last one; the words beside it say both ends. */
export function BalancePlot({ days, unit }: { days: readonly BalanceDay[]; unit: ServiceBalance['unit'] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const words = texts.trend(
    showDay(first),
    texts.amount(first.amount, unit),
    showDay(last),
    texts.amount(last.amount, unit),
  );
  if (days.length === 1) return <span className="quiet">{texts.one(showDay(first))}</span>;
  return (
    <svg className="balance-plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      <title>{words}</title>
      <polyline points={pointsOf(days).join(' ')} />
    </svg>
  );
}

const showDay = ({ day }: BalanceDay) => day.split('-').reverse().join('/');

/** Days stand as far apart as they are; nothing left is the ground. */
function pointsOf(days: readonly BalanceDay[]): string[] {
  const at = ({ day }: BalanceDay) => Date.parse(day) / dayMs;
  const [from, to] = [at(days[0] as BalanceDay), at(days.at(-1) as BalanceDay)];
  const most = Math.max(...days.map(({ amount }) => amount), Number.MIN_VALUE);
  return days.map((one) => {
    const x = 2 + ((at(one) - from) / Math.max(1, to - from)) * (width - 4);
    const y = height - 2 - (Math.max(0, one.amount) / most) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
}
