import { DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { exportLinks, exportLinksPr, exportLinkUrls } from '#domain/contract/link-files.ts';
import { linkFilter, type UrlItem } from '#domain/contract/links.ts';
import { useListAddress } from '#web/lib/address.ts';
import { download } from '#web/lib/call.ts';
import { byId } from '#web/lib/lists.ts';
import { attempt } from '#web/lib/notices.ts';
import { ChoiceFilter, DayFilter } from '#web/ui/filter-fields.tsx';
import { LongList } from '#web/ui/long-list/long-list.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { type LinksData, type LinksView, linkImport, useLinks } from '../queries.ts';
import { listTexts, texts } from '../texts.ts';
import { CheckPanel } from './check-panel.tsx';
import { linkColumns } from './link-columns.tsx';
import { type LinkDialogState, LinkDialogs } from './link-dialogs.tsx';

const noFilter = { search: '', proof: '', site: '', since: '', until: '', anchor: '' };
const firstView = { ...noFilter, sort: 'added', order: 'desc' as 'asc' | 'desc' };
const shape = z.object(linkFilter);
const anchors = [
  { value: 'empty', label: 'Empty' },
  { value: 'given', label: 'Not empty' },
];

/** What stands in the address; anything that is no filter counts as none. */
function viewOf({ sort, order, search, ...typed }: typeof firstView): LinksView {
  const given = Object.entries(typed).filter(
    ([name, value]) => shape.safeParse({ [name]: value }).success && value !== '',
  );
  return { search, sort, order, ...shape.parse(Object.fromEntries(given)) };
}
const files = [
  { key: 'urls', label: 'URLs only', call: exportLinkUrls, ending: '_urls.txt' },
  { key: 'full', label: 'All information (CSV)', call: exportLinks, ending: '_urls.csv' },
  { key: 'da', label: 'Links with DA (CSV)', call: exportLinksPr, ending: '_da.csv' },
];

/** Tab Links: the grid with its proof column. */
export function LinksTab({ head }: { head: LinksData }) {
  const { id, name, count } = head.urlList;
  const [address, setView] = useListAddress(firstView);
  const view = viewOf(address);
  const { sort, order, ...narrowed } = view;
  const isFiltered = Object.values(narrowed).some((value) => value);
  const filter = isFiltered ? JSON.stringify(narrowed) : '';
  const links = useLinks(id, view, filter);
  const [dialog, setDialog] = useState<LinkDialogState>(null);
  const { proof } = view;
  const exportItems = files.map(({ key, label, call, ending }) => ({
    key,
    label,
    onClick: () =>
      void attempt(() => download(call, { params: { id }, query: narrowed }, `${name}${ending}`), {
        failed: texts.exportFailed,
      }),
  }));
  return (
    <LongList<UrlItem>
      list={links.list}
      id={id}
      total={count}
      keyOf={byId}
      nameOf={(row) => row.url}
      columns={linkColumns(setDialog)}
      view={view}
      onView={setView}
      filter={filter}
      filters={<LinkFilters view={address} onView={setView} />}
      onClear={() => setView(noFilter)}
      textSorts={['url']}
      importKind={linkImport}
      texts={listTexts}
      head={(chosen) => (
        <CheckPanel
          id={id}
          head={head}
          selected={chosen.map(byId)}
          proof={proof}
          onProof={(next) => setView({ proof: next ?? '' })}
        />
      )}
      add={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
          Add
        </Button>
      }
      moreAdds={
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'batch' })}>
          Add batch
        </Button>
      }
      exports={
        <Dropdown trigger={['click']} menu={{ items: exportItems }} disabled={count === 0}>
          <Button icon={<DownloadOutlined aria-hidden />}>Export</Button>
        </Dropdown>
      }
    >
      <LinkDialogs state={dialog} actions={links} onClose={() => setDialog(null)} />
    </LongList>
  );
}

interface LinkFiltersProps {
  view: typeof firstView;
  onView: (change: Partial<typeof firstView>) => void;
}

function LinkFilters({ view, onView }: LinkFiltersProps) {
  return (
    <>
      <SearchBox label="Site" initial={view.site} width={110} onSearch={(site) => onView({ site })} />
      <ChoiceFilter label="Anchor" value={view.anchor} options={anchors} onChange={(anchor) => onView({ anchor })} />
      <DayFilter label="From" value={view.since} onChange={(since) => onView({ since })} />
      <DayFilter label="To" value={view.until} onChange={(until) => onView({ until })} />
    </>
  );
}
