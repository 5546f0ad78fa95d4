import type { ProjectRow } from '#domain/contract/projects/row.ts';
import type { Outlook } from '#domain/contract/tallies.ts';
import { isBusy } from '#domain/states/project.ts';
import { showMoment, showWholeMoment } from '#web/lib/dates.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { countOf } from '#web/lib/plural.ts';
import { DayBars } from '#web/ui/day-bars.tsx';
import { SiteProgress } from '#web/ui/site-progress.tsx';
import type { SiteRun } from '../queries.ts';
import { useRunCounts } from '../sites/run-filter.tsx';
import { useOutlook } from './use-outlook.ts';

interface ProjectOutlookProps {
  project: Pick<ProjectRow, 'id' | 'module' | 'status' | 'schedule'>;
  runs: LiveStore<SiteRun>;
}

/** How far a project is, what happens next and when, and its posts by day. */
export function ProjectOutlook({ project, runs }: ProjectOutlookProps) {
  const { data } = useOutlook(project.id);
  const { running } = useRunCounts(runs);
  if (!data || data.tally.chosen === 0) return null;
  const { tally, days } = data;
  return (
    <section className="panel project-outlook" aria-label="Progress">
      <div className="outlook-words">
        <SiteProgress tally={tally} running={running} what={project.module === 'Indexer' ? 'services' : 'sites'} />
        <p className="outlook-next">
          {nextOf(project, data).map(({ text, title }) => (
            <span key={text} title={title}>
              {text}
            </span>
          ))}
        </p>
      </div>
      {days.length > 0 && project.module !== 'Indexer' && (
        <DayBars days={days} today={new Date().toISOString().slice(0, 10)} />
      )}
    </section>
  );
}

/** What happens next, in the person's time, with the whole moment for whoever looks closer. */
function nextOf(
  { status, schedule, module }: ProjectOutlookProps['project'],
  { nextPost, nextRunAt, isPaused, tally, spread, later }: Outlook,
) {
  const words: { text: string; title?: string }[] = [];
  if (nextPost && isBusy(status))
    words.push({
      text: `Next post ${showMoment(nextPost.at)} on ${nextPost.siteId}`,
      title: showWholeMoment(nextPost.at),
    });
  else if (status === 'RUNNING')
    words.push({ text: module === 'Indexer' ? 'Telling the services now' : 'Posting now' });
  if (isPaused) words.push({ text: 'No schedule starts it while its campaign is paused' });
  else if (nextRunAt) words.push({ text: `Next run ${showMoment(nextRunAt)}`, title: showWholeMoment(nextRunAt) });
  else if (status === 'SCHEDULED') words.push({ text: 'Starts when the projects that it waits for have finished' });
  if (spread) words.push({ text: spreadWords(spread) });
  if (later.days > 0)
    words.push({ text: `${countOf(later.posts, 'post')} more on ${countOf(later.days, 'later day')}` });
  if (status !== 'SCHEDULED' && schedule?.status === 'DONE')
    words.push({ text: 'Its schedule is finished: no further run is planned' });
  if (tally.lastRunAt)
    words.push({ text: `Last run ${showMoment(tally.lastRunAt)}`, title: showWholeMoment(tally.lastRunAt) });
  if (tally.live > 0) words.push({ text: `Links live on ${countOf(tally.live, 'page')}` });
  return words;
}

/** Over how many days a schedule spreads its posts, and how many go out on each. */
function spreadWords({ nPosts, nDays }: NonNullable<Outlook['spread']>): string {
  const over = `${countOf(nPosts, 'post')} over ${countOf(nDays, 'day')}`;
  if (nPosts === 0 || nDays === 1) return over;
  if (nPosts < nDays) return `${over}: one about every ${countOf(Math.round(nDays / nPosts), 'day')}`;
  const [least, most] = [Math.floor(nPosts / nDays), Math.ceil(nPosts / nDays)];
  return `${over}: ${least === most ? least.toLocaleString() : `${least.toLocaleString()} to ${most.toLocaleString()}`} a day`;
}
