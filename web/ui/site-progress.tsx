import type { SiteTally } from '#domain/contract/tallies.ts';
import './site-progress.css';

interface SiteProgressProps {
  tally: Pick<SiteTally, 'chosen' | 'done' | 'failed' | 'unknown'>;
  /** Sites that are worked on at this moment. */
  running?: number;
  /** What is counted, where it is no sites: 'services'. */
  what?: string;
}

/** How far the sites of something are: a bar in the colours of the states, and its numbers in words. */
export function SiteProgress({ tally, running = 0, what = 'sites' }: SiteProgressProps) {
  const { chosen, done, failed, unknown } = tally;
  if (chosen === 0) return <span className="quiet">No {what} chosen</span>;
  const parts = [
    ['done', done],
    ['failed', failed],
    ['unknown', unknown],
    ['running', running],
  ] as const;
  return (
    <span className="site-progress">
      <span className="site-progress-bar" aria-hidden="true">
        {parts.map(([name, n]) => n > 0 && <span key={name} className={`is-${name}`} style={{ flexGrow: n }} />)}
        <span style={{ flexGrow: Math.max(0, chosen - done - failed - unknown - running) }} />
      </span>
      <span className="site-progress-text">
        {done.toLocaleString()} of {chosen.toLocaleString()} {what === 'sites' ? 'done' : `${what} done`}
        {failed > 0 && `, ${failed.toLocaleString()} failed`}
        {unknown > 0 && `, ${unknown.toLocaleString()} to decide`}
      </span>
    </span>
  );
}
