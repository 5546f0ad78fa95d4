import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type CloudAccount, cloudServices, readCloudInfo } from '#domain/contract/clouds.ts';
import { useAddress } from '#web/lib/address.ts';
import { useConnectors } from '#web/lib/connectors.ts';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, ListTable } from '#web/ui/list-table.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { AccountDrawer } from './account-drawer.tsx';
import { remove, useCloudAccounts } from './queries.ts';
import { texts } from './texts.ts';
import '../clouds.css';

type Row = CloudAccount & { name: string };

/** Accounts of services that keep files, each with its key behind its row. */
export function CloudAccountsPage() {
  const query = useCloudAccounts();
  const [shown, setShown] = useState<CloudAccount | 'new' | null>(null);
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setShown('new')}>
      {texts.add}
    </Button>
  );
  return (
    <PageFrame title={texts.title} crumbs={[{ text: texts.title }]} actions={addButton}>
      <QueryGate query={query} failed={texts.loadFailed}>
        {({ accounts }) => <AccountList accounts={accounts} onEdit={setShown} addButton={addButton} />}
      </QueryGate>
      <AccountDrawer of={shown} onClose={() => setShown(null)} />
    </PageFrame>
  );
}

interface AccountListProps {
  accounts: CloudAccount[];
  onEdit: (account: CloudAccount) => void;
  addButton: React.ReactNode;
}

function AccountList({ accounts, onEdit, addButton }: AccountListProps) {
  const [{ search }, setView] = useAddress({ search: '' });
  const text = search.toLowerCase();
  const rows = accounts
    .filter(({ friendlyName }) => friendlyName.toLowerCase().includes(text))
    .map((account) => ({ ...account, name: account.friendlyName }));
  return (
    <>
      {accounts.length > 0 && (
        <div className="toolbar">
          <SearchBox label="Search friendly names" initial={search} onSearch={(next) => setView({ search: next })} />
        </div>
      )}
      <ListTable<Row>
        list="cloud accounts"
        rows={rows}
        columns={columnsOf(onEdit)}
        detail={(row) => <AccountDetail account={row} />}
        empty={
          accounts.length > 0 ? (
            <NoneFits title="No cloud account fits the search" onClear={() => setView({ search: '' })} />
          ) : (
            <EmptyState title={texts.none} action={addButton}>
              {texts.noneHint}
            </EmptyState>
          )
        }
      />
    </>
  );
}

function columnsOf(onEdit: (account: CloudAccount) => void): ListColumn<Row>[] {
  return [
    { title: 'Id', key: 'id', width: 90, sorter: (a, b) => a.id - b.id, render: (row) => row.id },
    {
      title: 'Friendly Name',
      key: 'name',
      stays: true,
      sorter: (a, b) => compareText(a.name, b.name),
      render: (row) => <span className="wrap-anywhere">{row.name}</span>,
    },
    {
      title: 'Service',
      key: 'service',
      width: 200,
      sorter: (a, b) => compareText(a.service, b.service),
      render: (row) => cloudServices[row.service].label,
    },
    {
      title: 'Action',
      key: 'action',
      width: 120,
      stays: true,
      render: (row) => (
        <>
          <IconButton label={`Edit ${row.name}`} icon={<EditOutlined aria-hidden />} onClick={() => onEdit(row)} />
          <IconButton
            label={`Delete ${row.name}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => askDelete(row)}
          />
        </>
      ),
    },
  ];
}

const askDelete = ({ id }: CloudAccount) =>
  askToDo(
    { title: texts.deleteTitle, content: texts.deleteContent, okText: 'Delete', danger: true },
    async () => tellGone(texts.deleted, 1, (await remove(id)) ? 1 : 0),
    { failed: texts.deleteFailed },
  );

/** What the info of an account holds, read only; keys are masked until they are asked for (D-CLOUD-01). */
function AccountDetail({ account }: { account: CloudAccount }) {
  const connectors = useConnectors('clouds');
  const fields = connectors?.find(({ id }) => id === cloudServices[account.service].connector)?.fields ?? [];
  const info = readCloudInfo(account.info) ?? {};
  const held = fields.filter(({ name, required }) => required || info[name]);
  if (Object.keys(info).length === 0) return <p className="quiet">{texts.noDetail}</p>;
  return (
    <dl className="cloud-detail">
      {held.map(({ name, label, kind }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {kind === 'secret' && info[name] ? (
              <SecretText value={info[name]} owner={`${account.friendlyName}: ${label}`} />
            ) : (
              (info[name] ?? '')
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
