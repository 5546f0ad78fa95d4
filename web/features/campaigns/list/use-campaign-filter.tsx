import type { Campaign } from '#domain/contract/campaigns.ts';
import { useAddress } from '#web/lib/address.ts';
import { ListFilter } from '#web/ui/list-filter.tsx';

/** What a campaign can be, as its numbers say. */
const states: Record<string, [label: string, holds: (row: Campaign) => boolean]> = {
  running: ['Running', ({ projectCount }) => projectCount.running + projectCount.starting > 0],
  scheduled: ['Scheduled', ({ projectCount }) => projectCount.scheduled > 0],
  failed: ['With failures', ({ projectCount, tally }) => projectCount.failed + tally.failed > 0],
  finished: ['All sites done', ({ tally }) => tally.chosen > 0 && tally.done === tally.chosen],
  empty: ['Empty', ({ tally }) => tally.projects === 0],
  paused: ['Scheduler inactive', ({ campaignStatus }) => campaignStatus === 'PAUSED'],
};
const types: Record<Campaign['creatingType'], string> = { Manually: 'Made by hand', XWizard: 'Made by a wizard' };
const typeOptions = Object.entries(types).map(([value, label]) => ({ value, label }));

/** Search by name, filter by state and type; kept in the address. */
export function useCampaignFilter(campaigns: readonly Campaign[]) {
  const [view, setView] = useAddress({ q: '', status: '', type: '' });
  const { q, status, type } = view;
  const holds = states[status]?.[1] ?? (() => true);
  const text = q.toLowerCase();
  const shown = campaigns.filter(
    (row) => holds(row) && (type === '' || row.creatingType === type) && row.name.toLowerCase().includes(text),
  );
  const filter = (
    <ListFilter
      noun="campaigns"
      search={q}
      onSearch={(next) => setView({ q: next })}
      filters={[
        {
          label: 'Status',
          value: status,
          options: Object.entries(states).map(([value, [label]]) => ({ value, label })),
          onChange: (next) => setView({ status: next }),
        },
        { label: 'Type', value: type, options: typeOptions, onChange: (next) => setView({ type: next }) },
      ]}
      shown={shown.length}
      total={campaigns.length}
    />
  );
  const clear = () => setView({ q: '', status: '', type: '' });
  return { shown, clear, filter: campaigns.length > 0 ? filter : null };
}
