import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type Account, exportAccounts, importAccounts } from '#domain/contract/accounts.ts';
import { download, upload } from '#web/lib/call.ts';
import { askFirst, attempt } from '#web/lib/notices.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { ImportReport } from '#web/ui/import-report.tsx';
import { type KeyedColumn, KeyedTable } from '#web/ui/keyed-table.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { AddAccountDialog } from './add-account-dialog.tsx';
import { type AccountsView, accountKey, useAccounts } from './queries.ts';
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
  profileId: number;
  view: AccountsView;
  onView: (view: AccountsView) => void;
}

/** Grid of accounts with add, import, export, delete and search. */
export function AccountsGrid({ profileId, view, onView }: AccountsGridProps) {
  const accounts = useAccounts(profileId, view);
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [isAdding, setIsAdding] = useState(false);
  const [refused, setRefused] = useState<string[] | null>(null);
  const chosen = accounts.rows.filter((row) => selected.has(accountKey(row)));
  const askDelete = () =>
    askFirst({
      title: texts.deleteAsk,
      content: `${chosen.length} accounts are removed from this profile. The sites themselves are not touched.`,
      okText: 'Delete',
      danger: true,
      onOk: () =>
        attempt(() => accounts.remove(chosen.map(({ siteName, email }) => ({ siteName, email }))), {
          done: texts.deleted,
          failed: texts.deleteFailed,
        }),
    });
  const takeFile = async (files: File[]) => {
    const name = files[0]?.name ?? '';
    const result = await attempt(
      () => upload(importAccounts, { params: { id: profileId } }, files),
      { done: texts.imported(name), failed: texts.importFailed(name) },
      5,
    );
    if (result && result.errorList.length > 0) setRefused(result.errorList);
  };
  const save = () =>
    attempt(() => download(exportAccounts, { params: { id: profileId } }, 'accounts.csv'), {
      failed: texts.exportFailed,
    });
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <>
      <div className="toolbar">
        {add}
        <FileButton text="Import" accept=".csv,.txt" onFiles={takeFile} />
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void save()}>
          Export
        </Button>
        <Button icon={<DeleteOutlined aria-hidden />} disabled={chosen.length === 0} onClick={askDelete}>
          Delete{chosen.length > 0 ? ` (${chosen.length})` : ''}
        </Button>
        <span className="push">
          <SearchBox label="Search accounts" onSearch={(search) => onView({ ...view, search })} />
        </span>
      </div>
      <KeyedTable<Account>
        label="Accounts"
        rows={accounts.rows}
        keyOf={accountKey}
        nameOf={(row) => `${row.username} on ${row.siteName}`}
        columns={columns}
        selected={selected}
        onSelect={setSelected}
        sort={view}
        onSort={(next) => onView({ ...view, ...next })}
        isLoading={accounts.query.isPending}
        {...accounts.more}
        empty={
          view.search ? (
            <EmptyState title="No account fits the search" />
          ) : (
            <EmptyState title="No accounts yet" action={add}>
              Add one, or import a CSV file with siteName, email, username and password. Lines of the form
              site|email|username|password are read too.
            </EmptyState>
          )
        }
      />
      <AddAccountDialog open={isAdding} onAdd={accounts.add} onClose={() => setIsAdding(false)} />
      <ImportReport errorList={refused} onClose={() => setRefused(null)} />
    </>
  );
}
