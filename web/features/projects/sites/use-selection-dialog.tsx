import { useQuery } from '@tanstack/react-query';
import { Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { topics } from '#domain/contract/live.ts';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import { listSiteSelections, resolveSiteSelection, type SiteSelection } from '#domain/contract/site-selections.ts';
import { markOf } from '#domain/rules/site-choice.ts';
import { send } from '#web/lib/call.ts';
import { failureText } from '#web/lib/failure.ts';
import { basePath } from '#web/lib/path-prefix.ts';
import { countOf } from '#web/lib/plural.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { truncate } from '#web/lib/truncate.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { rowKey } from '../queries.ts';

interface UseSelectionDialogProps {
  open: boolean;
  /** Sites that the project may choose from. */
  rows: readonly SiteRow[];
  onUse: (name: string, keys: string[], isAdded: boolean) => void;
  onClose: () => void;
}

const offered = ['offered-selections'];
const texts = {
  listFailed: 'Failed to load site selections. Unexpected error',
  sitesFailed: 'Failed to get site selection. Unknown error',
};

/** Chooses a site selection, says how many of its sites the project has, and whether they replace what is checked. */
export function UseSelectionDialog({ open, ...props }: UseSelectionDialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ rows, onUse, onClose }: Omit<UseSelectionDialogProps, 'open'>) {
  const query = useOffered();
  const [id, setId] = useState<number | null>(null);
  const [isAdded, setIsAdded] = useState(false);
  const chosen = query.data?.site_selections.find((one) => one.id === id);
  const found = useFound(chosen, rows);
  return (
    <Modal
      open
      title="Use site selection"
      okText={isAdded ? 'Add' : 'Replace'}
      okButtonProps={{ disabled: !found.keys || found.keys.length === 0 }}
      onOk={() => {
        if (chosen && found.keys) onUse(truncate(chosen.name, 60), found.keys, isAdded);
        onClose();
      }}
      onCancel={onClose}
    >
      <QueryGate query={query} failed={texts.listFailed}>
        {({ site_selections }) =>
          site_selections.length === 0 ? (
            <EmptyState
              title="No site selections yet"
              action={<a href={`${basePath}/site-selections`}>Open Site Selections</a>}
            >
              A site selection is a named choice of sites, made once for many projects.
            </EmptyState>
          ) : (
            <>
              <Field id="use-selection" label="Site selection" problem={found.problem}>
                <Select<number>
                  id="use-selection"
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder="Choose a site selection"
                  {...(id === null ? {} : { value: id })}
                  options={site_selections.map((one) => ({ value: one.id, label: truncate(one.name, 120) }))}
                  onChange={setId}
                />
              </Field>
              <Radio.Group
                aria-label="What becomes of the checked sites"
                value={isAdded ? 'add' : 'replace'}
                onChange={(event) => setIsAdded(event.target.value === 'add')}
                options={[
                  { value: 'replace', label: 'Replace what is checked' },
                  { value: 'add', label: 'Add to what is checked' },
                ]}
              />
              <p role="status" className="quiet">
                {found.said}
              </p>
            </>
          )
        }
      </QueryGate>
    </Modal>
  );
}

/** All site selections, as other windows change them. */
function useOffered() {
  useTopic(topics.siteSelections, () => void queryClient.invalidateQueries({ queryKey: offered }));
  return useQuery({ queryKey: offered, queryFn: ({ signal }) => send(listSiteSelections, { signal }), gcTime: 0 });
}

/** Which rows of the project a selection means; asked anew when it was changed. */
function useFound(chosen: SiteSelection | undefined, rows: readonly SiteRow[]) {
  const { data, error } = useQuery({
    queryKey: ['sites-of-selection', chosen?.id, chosen?.edition],
    queryFn: ({ signal }) => send(resolveSiteSelection, { params: { id: chosen?.id ?? 0 }, signal, quietOn: [404] }),
    enabled: chosen !== undefined,
    gcTime: 0,
  });
  if (!chosen) return { said: 'Choose one to see how many of its sites this project has.' };
  if (error) return { problem: failureText(error, texts.sitesFailed), said: '' };
  if (!data) return { said: 'Counting its sites …' };
  const meant = new Set(data.ids.map(({ module, siteId }) => markOf(module, siteId)));
  const own = rows.filter((row) => meant.has(markOf(row.id.module, row.id.siteId)));
  const sites = new Set(own.map((row) => markOf(row.id.module, row.id.siteId)));
  const nOther = meant.size - sites.size;
  const all = `It means ${countOf(meant.size, 'site')} now; this project has ${sites.size.toLocaleString()} of them.`;
  const others = nOther > 0 && sites.size > 0 ? ' The others are of another type or not among its sites.' : '';
  return { keys: own.map(rowKey), said: all + others };
}
