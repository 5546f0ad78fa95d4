import { showShortDate, showWholeMoment } from '#web/lib/dates.ts';

/** Whether links of a site are followed; what a proof read on a page says when. */
export function DofollowText({ dofollow, readAt }: { dofollow: boolean; readAt: string | null }) {
  const word = dofollow ? 'Yes' : 'No';
  if (readAt === null) return word;
  return (
    <span className="ellipsis" title={`Read on a page of the site, ${showWholeMoment(readAt)}`}>
      {word} <span className="quiet">(read {showShortDate(readAt)})</span>
    </span>
  );
}
