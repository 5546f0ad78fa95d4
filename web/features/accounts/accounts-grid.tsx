import { DownloadOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type Account, exportAccounts, type Profile } from '#domain/contract/accounts.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { KeyedColumn } from '#web/ui/long-list/keyed-table.tsx';
import { LongList } from '#web/ui/long-list/long-list.tsx';
import type { ListView } from '#web/ui/long-list/use-long-list.ts';
import { SecretText } from '#web/ui/secret-text.tsx';
import { AccountDialog } from './form/account-dialog.tsx';
import { accountImport, accountKey, useAccounts } from './queries.ts';
import { listTexts, texts } from './texts.ts';

const columns: KeyedColumn<Account>[] = [
  {
    key: 'siteName',
    narrow: 'beside',
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
    narrow: 'below',
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

const editColumn = (onEdit: (row: Account) => void): KeyedColumn<Account> => ({
  key: 'action',
  narrow: 'beside',
  title: 'Action',
  width: '72px',
  render: (row) => (
    <IconButton
      label={`Edit ${row.username} on ${row.siteName}`}
      icon={<EditOutlined aria-hidden />}
      onClick={() => onEdit(row)}
    />
  ),
});

/** What a bulk edit is for. */
interface Bulk {
  count: number;
  chosen: readonly Account[] | 'all';
}

const BulkEditDialog = fetchedPart(async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog);

interface AccountsGridProps {
  profile: Profile;
  view: ListView;
  onView: (view: ListView) => void;
}

/** Grid of accounts with add, import, export, delete and search. */
export function AccountsGrid({ profile, view, onView }: AccountsGridProps) {
  const { list, add, edit, change } = useAccounts(profile.id, view);
  const [edited, setEdited] = useState<Account | 'new' | null>(null);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const save = () =>
    attempt(() => download(exportAccounts, { params: { id: profile.id } }, 'accounts.csv'), {
      failed: texts.exportFailed,
    });
  return (
    <LongList<Account>
      list={list}
      id={profile.id}
      total={profile.count}
      keyOf={accountKey}
      nameOf={(row) => `${row.username} on ${row.siteName}`}
      columns={[...columns, editColumn(setEdited)]}
      view={view}
      onView={(change) => onView({ ...view, ...change })}
      filter={view.search}
      importKind={accountImport}
      texts={listTexts}
      add={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
          Add
        </Button>
      }
      exports={
        <Button icon={<DownloadOutlined aria-hidden />} disabled={profile.count === 0} onClick={() => void save()}>
          Export
        </Button>
      }
      bulk={({ count, isAll, chosen }) => (
        <Button
          icon={<EditOutlined aria-hidden />}
          disabled={count === 0}
          onClick={() => setBulk({ count, chosen: isAll ? 'all' : chosen })}
        >
          Edit{count > 0 ? ` (${count.toLocaleString()})` : ''}
        </Button>
      )}
    >
      <AccountDialog
        edited={edited}
        onSave={(account) => (edited === 'new' || edited === null ? add(account) : edit(edited, account))}
        onClose={() => setEdited(null)}
      />
      <BulkEditDialog
        open={bulk !== null}
        count={bulk?.count ?? 0}
        onSave={(changes) => change(bulk?.chosen ?? [], changes)}
        onClose={() => setBulk(null)}
      />
    </LongList>
  );
}
