import { DownloadOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type Account, accountState, exportAccounts, type Profile } from '#domain/contract/accounts.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { Clip } from '#web/ui/clip.tsx';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { ChoiceFilter } from '#web/ui/filter-fields.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { KeyedColumn } from '#web/ui/long-list/keyed-table.tsx';
import { LongList } from '#web/ui/long-list/long-list.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { WholeMessage } from '#web/ui/whole-message.tsx';
import { AccountDialog } from './form/account-dialog.tsx';
import { accountImport, accountKey, useAccounts } from './queries.ts';
import { listTexts, texts } from './texts.ts';

const columns: KeyedColumn<Account>[] = [
  {
    key: 'siteName',
    stays: true,
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
  {
    key: 'state',
    title: 'State',
    hint: 'An account that its site refused is stopped until it is edited or tested; one that waits for a mail is of no use yet',
    width: 'minmax(140px, 1.2fr)',
    render: (row) => (
      <>
        <ToneTag tone={tones[accountState(row)]}>{stateWord(row)}</ToneTag>
        {accountState(row) === 'stopped' && <WholeMessage text={row.stopped ?? ''} />}
      </>
    ),
  },
];

const tones = { usable: 'plain', stopped: 'orange', waiting: 'blue' } as const;
const stateWords = { usable: 'Usable', stopped: 'Stopped', waiting: 'Waits for mail' };
const stateWord = (row: Account) => (row.confirmation === 'NOT_FOUND' ? 'No mail came' : stateWords[accountState(row)]);

const editColumn = (onEdit: (row: Account) => void): KeyedColumn<Account> => ({
  key: 'action',
  stays: true,
  narrow: 'beside',
  title: 'Action',
  width: '104px',
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

const noFilter = { search: '', site: '', state: '' };
/** The list as it opens, as it stands in the address. */
export const firstView = { ...noFilter, sort: 'siteName', order: 'asc' as 'asc' | 'desc' };
const states = (['usable', 'stopped', 'waiting'] as const).map((value) => ({ value, label: stateWords[value] }));

interface AccountsGridProps {
  profile: Profile;
  view: typeof firstView;
  onView: (change: Partial<typeof firstView>) => void;
}

/** Grid of accounts with add, import, export, delete and search. */
export function AccountsGrid({ profile, view: address, onView }: AccountsGridProps) {
  const { search, site } = address;
  const state = states.find(({ value }) => value === address.state)?.value;
  const view = { ...address, site: site || undefined, state };
  const filter = search || site || state ? JSON.stringify([search, site, state]) : '';
  const { list, add, edit, change } = useAccounts(profile.id, view, filter);
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
      onView={onView}
      filter={filter}
      filters={
        <>
          <SearchBox label="Site" initial={site} width={140} onSearch={(next) => onView({ site: next })} />
          <ChoiceFilter
            label="State"
            value={state ?? ''}
            options={states}
            onChange={(next) => onView({ state: next })}
          />
        </>
      }
      onClear={() => onView(noFilter)}
      textSorts={['siteName', 'email', 'username']}
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
        onSave={async (account, edition) => {
          if (edited !== 'new' && edited !== null) await edit(edited, { ...account, edition });
        }}
        onAdd={add}
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
