import { showMoment, showWholeMoment } from '#web/lib/dates.ts';

/** A moment in the person's time, with the whole of it and the zone on hover; what is said instead where there is none. */
export function Moment({ at, none }: { at: string | null; none?: string }) {
  if (!at) return none ? <span className="quiet">{none}</span> : null;
  return (
    <time dateTime={at} title={showWholeMoment(at)}>
      {showMoment(at)}
    </time>
  );
}
