import { moduleLabels } from '#domain/contract/modules.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import { useAddress } from '#web/lib/address.ts';
import { ListFilter } from '#web/ui/list-filter.tsx';
import { compareText } from '#web/ui/list-table.tsx';

const wordOf = (status: string) => {
  const text = status.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const optionsOf = (values: readonly string[], labelOf: (value: string) => string) =>
  [...new Set(values)]
    .map((value) => ({ value, label: labelOf(value) }))
    .toSorted((one, other) => compareText(one.label, other.label));

/** Search by name, filter by status and type; kept in the address. */
export function useProjectFilter(projects: readonly ProjectRow[]) {
  const [view, setView] = useAddress({ q: '', status: '', type: '' });
  const { q, status, type } = view;
  const text = q.toLowerCase();
  const shown = projects.filter(
    (row) =>
      (status === '' || row.status === status) &&
      (type === '' || row.module === type) &&
      (text === '' || row.name.toLowerCase().includes(text)),
  );
  // What is chosen stays a choice when its last project changes.
  const statuses = [...projects.map((row) => row.status as string), ...(status ? [status] : [])];
  const types = [...projects.map((row) => row.module as string), ...(type ? [type] : [])];
  const filter = (
    <ListFilter
      noun="projects"
      search={q}
      onSearch={(next) => setView({ q: next })}
      filters={[
        {
          label: 'Status',
          value: status,
          options: optionsOf(statuses, wordOf),
          onChange: (next) => setView({ status: next }),
        },
        {
          label: 'Type',
          value: type,
          options: optionsOf(types, (value) => moduleLabels[value as ProjectRow['module']] ?? value),
          onChange: (next) => setView({ type: next }),
        },
      ]}
      shown={shown.length}
      total={projects.length}
    />
  );
  const clear = () => setView({ q: '', status: '', type: '' });
  return { shown, clear, filter: projects.length > 0 ? filter : null };
}
