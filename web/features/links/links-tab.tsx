import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { exportLinks, exportLinksPr, exportLinkUrls, importLinks, type UrlItem } from '#domain/contract/links.ts';
import { download, upload } from '#web/lib/call.ts';
import { byId } from '#web/lib/lists.ts';
import { askFirst, attempt } from '#web/lib/notices.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { ImportReport } from '#web/ui/import-report.tsx';
import { KeyedTable } from '#web/ui/keyed-table.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { CheckPanel } from './check-panel.tsx';
import { linkColumns } from './link-columns.tsx';
import { type LinkDialogState, LinkDialogs } from './link-dialogs.tsx';
import { type LinksData, type LinksView, useLinks } from './queries.ts';
import { texts } from './texts.ts';

const firstView: LinksView = { search: '', sort: 'added', order: 'desc', proof: undefined };
const files = [
  { key: 'urls', label: 'URLs only', call: exportLinkUrls, ending: '_urls.txt' },
  { key: 'full', label: 'All information (CSV)', call: exportLinks, ending: '_urls.csv' },
  { key: 'da', label: 'Links with DA (CSV)', call: exportLinksPr, ending: '_da.csv' },
];

/** Tab Links: the grid with its proof column. */
export function LinksTab({ head }: { head: LinksData }) {
  const { id, name } = head.urlList;
  const [view, setView] = useState(firstView);
  const links = useLinks(id, view);
  const [picked, setPicked] = useState<ReadonlySet<string | number>>(new Set());
  const [dialog, setDialog] = useState<LinkDialogState>(null);
  const [refused, setRefused] = useState<string[] | null>(null);
  const selected = links.rows.filter((row) => picked.has(row.id)).map(byId);
  const askDelete = () =>
    askFirst({
      title: texts.deleteAsk,
      content: `${selected.length} links are removed from this set.`,
      okText: 'Delete',
      danger: true,
      onOk: () => attempt(() => links.remove(selected), { done: texts.deleted, failed: texts.deleteFailed }),
    });
  const takeFile = async (chosen: File[]) => {
    const file = chosen[0]?.name ?? '';
    const words = { done: texts.imported(file), failed: texts.importFailed(file) };
    const result = await attempt(() => upload(importLinks, { params: { id } }, chosen), words, 5);
    if (result && result.errorList.length > 0) setRefused(result.errorList);
  };
  const exportItems = files.map(({ key, label, call, ending }) => ({
    key,
    label,
    onClick: () =>
      void attempt(() => download(call, { params: { id } }, `${name}${ending}`), { failed: texts.exportFailed }),
  }));
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
      Add
    </Button>
  );
  return (
    <>
      <CheckPanel
        id={id}
        head={head}
        selected={selected}
        proof={view.proof}
        onProof={(proof) => setView({ ...view, proof })}
      />
      <div className="toolbar">
        {add}
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'batch' })}>
          Add batch
        </Button>
        <FileButton text="Import" accept=".csv,.txt" onFiles={takeFile} />
        <Dropdown trigger={['click']} menu={{ items: exportItems }} disabled={head.urlList.count === 0}>
          <Button icon={<DownloadOutlined aria-hidden />}>Export</Button>
        </Dropdown>
        <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
          Delete{selected.length > 0 ? ` (${selected.length})` : ''}
        </Button>
        <span className="push">
          <SearchBox label="Search links" onSearch={(search) => setView((now) => ({ ...now, search }))} />
        </span>
      </div>
      <KeyedTable<UrlItem>
        label="Links"
        rows={links.rows}
        keyOf={byId}
        nameOf={(row) => row.url}
        columns={linkColumns(setDialog)}
        selected={picked}
        onSelect={setPicked}
        sort={view}
        onSort={(next) => setView({ ...view, ...next })}
        isLoading={links.query.isPending}
        {...links.more}
        empty={<NoLinks isFiltered={view.search !== '' || view.proof !== undefined}>{add}</NoLinks>}
      />
      <LinkDialogs state={dialog} actions={links} onClose={() => setDialog(null)} />
      <ImportReport errorList={refused} onClose={() => setRefused(null)} />
    </>
  );
}

function NoLinks({ isFiltered, children }: { isFiltered: boolean; children: React.ReactNode }) {
  if (isFiltered) return <EmptyState title="No link fits the filter" />;
  return (
    <EmptyState title="No links yet" action={children}>
      Add the addresses you want to link to, one by one, as a batch or from a file. Projects that use this set for
      output put the pages they made here.
    </EmptyState>
  );
}
