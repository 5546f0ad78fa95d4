import { DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { exportLinks, exportLinksPr, exportLinkUrls } from '#domain/contract/link-files.ts';
import type { UrlItem } from '#domain/contract/links.ts';
import { proofState } from '#domain/contract/proofs.ts';
import { useListAddress } from '#web/lib/address.ts';
import { download } from '#web/lib/call.ts';
import { byId } from '#web/lib/lists.ts';
import { attempt } from '#web/lib/notices.ts';
import { LongList } from '#web/ui/long-list/long-list.tsx';
import { type LinksData, type LinksView, linkImport, useLinks } from '../queries.ts';
import { listTexts, texts } from '../texts.ts';
import { CheckPanel } from './check-panel.tsx';
import { linkColumns } from './link-columns.tsx';
import { type LinkDialogState, LinkDialogs } from './link-dialogs.tsx';

const firstView = { search: '', sort: 'added', order: 'desc' as 'asc' | 'desc', proof: '' };
const files = [
  { key: 'urls', label: 'URLs only', call: exportLinkUrls, ending: '_urls.txt' },
  { key: 'full', label: 'All information (CSV)', call: exportLinks, ending: '_urls.csv' },
  { key: 'da', label: 'Links with DA (CSV)', call: exportLinksPr, ending: '_da.csv' },
];

/** Tab Links: the grid with its proof column. */
export function LinksTab({ head }: { head: LinksData }) {
  const { id, name, count } = head.urlList;
  const [address, setView] = useListAddress(firstView);
  const view: LinksView = { ...address, proof: proofState.safeParse(address.proof).data };
  const links = useLinks(id, view);
  const [dialog, setDialog] = useState<LinkDialogState>(null);
  const { search, proof } = view;
  const exportItems = files.map(({ key, label, call, ending }) => ({
    key,
    label,
    onClick: () =>
      void attempt(() => download(call, { params: { id } }, `${name}${ending}`), { failed: texts.exportFailed }),
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
      filter={search === '' && proof === undefined ? '' : JSON.stringify([search, proof])}
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
