import { anchorTypes } from '#domain/contract/links.ts';
import type { CampaignPlan, LinkCounts } from '#domain/contract/wizard-plan.ts';
import { countOf } from '#web/lib/plural.ts';
import { DayBars } from '#web/ui/day-bars.tsx';
import { anchorTexts } from '#web/ui/keyword-mix.tsx';

const number = (count: number | null): string => (count === null ? 'unlimited' : count.toLocaleString());

const dayText = (day: string | null): string => day?.split('-').toReversed().join('/') ?? '';

/** From its first to its last day. */
const daysOf = ({ firstDay, lastDay }: { firstDay: string | null; lastDay: string | null }): string =>
  firstDay === lastDay ? dayText(firstDay) : `${dayText(firstDay)} to ${dayText(lastDay)}`;

const linkTexts = ({ byType }: LinkCounts): string =>
  anchorTypes
    .filter((type) => byType[type] > 0)
    .map((type) => `${anchorTexts[type]} ${byType[type].toLocaleString()}`)
    .join(', ');

/** What the campaign will do, tier by tier and day by day. Days are those of UTC. */
export function PlanTable({ plan }: { plan: CampaignPlan }) {
  const { tiers, days, accounts } = plan;
  const isUnlimited = tiers.some(({ posts }) => posts === null);
  const sum = (pick: (tier: CampaignPlan['tiers'][number]) => number) =>
    tiers.reduce((all, tier) => all + pick(tier), 0);
  const posts = isUnlimited
    ? 'unlimited posts'
    : countOf(
        sum((tier) => tier.posts ?? 0),
        'post',
      );
  return (
    <>
      <p role="status">
        <strong>
          {countOf(
            sum((tier) => tier.projects),
            'project',
          )}
          , {countOf(accounts, 'new account')}, {posts},{' '}
          {countOf(
            sum((tier) => tier.links.total),
            'link',
          )}
        </strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, by keys too */}
      <section className="plan-scroll" aria-label="Plan by tier" tabIndex={0}>
        <table className="small-table">
          <thead>
            <tr>
              {['Tier', 'Projects', 'Sites', 'Accounts', 'Posts', 'Links', 'Days (UTC)'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier) => (
              <tr key={tier.tier}>
                <th scope="row">Tier {tier.tier}</th>
                <td>{number(tier.projects)}</td>
                <td>{number(tier.sites)}</td>
                <td>{number(tier.accounts)}</td>
                <td>{number(tier.posts)}</td>
                <td>
                  {number(tier.links.total)}
                  <div className="quiet">{linkTexts(tier.links)}</div>
                </td>
                <td>{daysOf(tier)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <DayBars
        days={days.map(({ day, posts: planned }) => ({ day, planned, done: 0, failed: 0 }))}
        today={days[0]?.day ?? ''}
      />
    </>
  );
}
