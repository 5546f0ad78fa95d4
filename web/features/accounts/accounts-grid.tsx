import { DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type Account, exportAccounts, type Profile } from '#domain/contract/accounts.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import type { KeyedColumn } from '#web/ui/long-list/keyed-table.tsx';
import { LongList } from '#web/ui/long-list/long-list.tsx';
import type { ListView } from '#web/ui/long-list/use-long-list.ts';
import { SecretText } from '#web/ui/secret-text.tsx';
import { AddAccountDialog } from './add-account-dialog.tsx';
import { accountImport, accountKey, useAccounts } from './queries.ts';
import { listTexts, texts } from './texts.ts';

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
  view: ListView;
  onView: (view: ListView) => void;
}

/** Grid of accounts with add, import, export, delete and search. */
export function AccountsGrid({ profile, view, onView }: AccountsGridProps) {
  const { list, add } = useAccounts(profile.id, view);
  const [isAdding, setIsAdding] = useState(false);
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
      columns={columns}
      view={view}
      onView={(change) => onView({ ...view, ...change })}
      filter={view.search}
      importKind={accountImport}
      texts={listTexts}
      add={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
          Add
        </Button>
      }
      exports={
        <Button icon={<DownloadOutlined aria-hidden />} disabled={profile.count === 0} onClick={() => void save()}>
          Export
        </Button>
      }
    >
      <AddAccountDialog open={isAdding} onAdd={add} onClose={() => setIsAdding(false)} />
    </LongList>
  );
}
