import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { type Account, exportAccounts, type Profile } from '#domain/contract/accounts.ts';
import { download } from '#web/lib/call.ts';
import { askFirst, attempt } from '#web/lib/notices.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { DropZone } from '#web/ui/import/drop-zone.tsx';
import { ImportDialog } from '#web/ui/import/import-dialog.tsx';
import { type KeyedColumn, KeyedTable } from '#web/ui/keyed-table.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { AddAccountDialog } from './add-account-dialog.tsx';
import { type AccountsView, accountImport, accountKey, useAccounts } from './queries.ts';
import { texts } from './texts.ts';

const columns: KeyedColumn<Account>[] = [
  {
    key: 'siteName',
    title: 'Website',
    width: 'minmax(180px, 1.4fr)',
    sort: 'siteName',
    render: (row) => <Clip text={row.siteName} />,
  },
  {
    key: 'email',
    title: 'Email',
    width: 'minmax(180px, 1.4fr)',
    sort: 'email',
    render: (row) => <Clip text={row.email} />,
  },
  {
    key: 'username',
    title: 'Username',
    width: 'minmax(140px, 1fr)',
    sort: 'username',
    render: (row) => <Clip text={row.username} />,
  },
  {
    key: 'password',
    title: 'Password',
    width: 'minmax(180px, 1fr)',
    render: (row) => <SecretText value={row.password} owner={`${row.username} on ${row.siteName}`} />,
  },
];

function Clip({ text }: { text: string }) {
  return (
    <span className="ellipsis" title={text}>
      {text}
    </span>
  );
}

interface AccountsGridProps {
  profile: Profile;
  view: AccountsView;
  onView: (view: AccountsView) => void;
}

/** Grid of accounts with add, import, export, delete and search. */
export function AccountsGrid({ profile, view, onView }: AccountsGridProps) {
  const accounts = useAccounts(profile.id, view);
  const [isAdding, setIsAdding] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const { rows, countAll } = accounts;
  const selection = useSelection({ rows, keyOf: accountKey, view: view.search, countAll });
  const remove = async () => {
    if (selection.isAll) await accounts.removeAll();
    else await accounts.remove(selection.chosen.map(({ siteName, email }) => ({ siteName, email })));
    selection.clear();
  };
  const askDelete = () =>
    askFirst({
      title: texts.deleteAsk,
      content: texts.deleteHint(selection.count),
      okText: 'Delete',
      danger: true,
      onOk: () => attempt(remove, { done: texts.deleted, failed: texts.deleteFailed }),
    });
  const save = () =>
    attempt(() => download(exportAccounts, { params: { id: profile.id } }, 'accounts.csv'), {
      failed: texts.exportFailed,
    });
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <>
      <DropZone hint="Drop a file of accounts here" onFile={setFile}>
        <div className="toolbar">
          {add}
          <FileButton text="Import" accept=".csv,.txt" onFiles={async ([chosen]) => setFile(chosen ?? null)} />
          <Button icon={<DownloadOutlined aria-hidden />} disabled={profile.count === 0} onClick={() => void save()}>
            Export
          </Button>
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selection.count === 0} onClick={askDelete}>
            Delete{selection.count > 0 ? ` (${selection.count.toLocaleString()})` : ''}
          </Button>
          <span className="push">
            <SearchBox label="Search accounts" onSearch={(search) => onView({ ...view, search })} />
          </span>
        </div>
        <SelectionBar selection={selection} noun="accounts" total={view.search ? null : profile.count} />
        <KeyedTable<Account>
          label="Accounts"
          rows={accounts.rows}
          keyOf={accountKey}
          nameOf={(row) => `${row.username} on ${row.siteName}`}
          columns={columns}
          selected={selection.keys}
          isAll={selection.isAll}
          onSelect={selection.select}
          sort={view}
          onSort={(next) => onView({ ...view, ...next })}
          isLoading={accounts.query.isPending}
          {...accounts.more}
          empty={<NoAccounts isFiltered={view.search !== ''}>{add}</NoAccounts>}
        />
        <AddAccountDialog open={isAdding} onAdd={accounts.add} onClose={() => setIsAdding(false)} />
      </DropZone>
      <ImportDialog kind={accountImport} id={profile.id} file={file} onClose={() => setFile(null)} />
    </>
  );
}

function NoAccounts({ isFiltered, children }: { isFiltered: boolean; children: ReactNode }) {
  if (isFiltered) return <EmptyState title="No account fits the search" />;
  return (
    <EmptyState title="No accounts yet" action={children}>
      Add one, or import a CSV file with siteName, email, username and password. Lines of the form
      site|email|username|password are read too.
    </EmptyState>
  );
}
