import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { ListedProxy, MonitorState } from '#domain/contract/options/proxies.ts';
import { askToDo, attempt, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListFilter } from '#web/ui/list-filter.tsx';
import { ListTable } from '#web/ui/list-table.tsx';
import { remove, switchCheck } from '../queries.ts';
import { AddProxies } from './add-proxies.tsx';
import { columns, type ProxyRow, statusWords } from './proxy-columns.tsx';
import { texts } from './texts.ts';

interface ProxiesTabProps {
  proxies: ListedProxy[];
  monitor: MonitorState;
}

const rowOf = (proxy: ListedProxy): ProxyRow => {
  const name = `${proxy.address}:${proxy.port}`;
  return { ...proxy, id: name, name };
};

/** Proxies by which the traffic to sites goes, and whether they work. */
export function ProxiesTab({ proxies, monitor }: ProxiesTabProps) {
  const [picked, setPicked] = useState<string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState('');
  const rows = proxies.map(rowOf);
  const shown = rows.filter(
    (row) => row.name.includes(search.toLowerCase()) && (status === '' || row.proxyStatus === status),
  );
  const selected = rows.filter((row) => picked.includes(row.id));
  const askDelete = () =>
    askToDo(
      {
        title: `Delete ${countOf(selected.length, 'proxy', 'proxies')}?`,
        content: texts.deleteHint,
        okText: `Delete ${selected.length}`,
        danger: true,
      },
      async () => tellGone(texts.deleted, selected.length, await remove(selected)),
      { failed: texts.deleteFailed },
    );
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <>
      <div className="option-bar">
        <ListFilter
          noun="proxies"
          search={search}
          onSearch={setSearch}
          filters={[{ label: 'Status', value: status, options: statusWords, onChange: setStatus }]}
          shown={shown.length}
          total={rows.length}
        />
        <span className="option-actions">
          <CheckButton monitor={monitor} isEmpty={rows.length === 0} />
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
            Delete
          </Button>
          {add}
        </span>
      </div>
      <ListTable<ProxyRow>
        list="proxies"
        rows={shown}
        columns={columns}
        selected={selected.map(({ id }) => id)}
        onSelect={setPicked}
        empty={
          rows.length === 0 ? (
            <EmptyState title="No proxies yet" action={add}>
              {texts.empty}
            </EmptyState>
          ) : (
            <p className="quiet">{texts.noneFits}</p>
          )
        }
      />
      <AddProxies open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

/** NEW checks, CHECKING stops, STOPPING waits (1-core section 9). */
function CheckButton({ monitor, isEmpty }: { monitor: MonitorState; isEmpty: boolean }) {
  const isOn = monitor === 'CHECKING';
  const label = { NEW: 'Check', CHECKING: 'Stop checking', STOPPING: 'Stopping' }[monitor];
  const failed = isOn ? texts.stopFailed : texts.checkFailed;
  return (
    <Button
      disabled={monitor === 'STOPPING' || (isEmpty && !isOn)}
      danger={isOn}
      onClick={() => void attempt(() => switchCheck(!isOn), { failed })}
    >
      {label}
    </Button>
  );
}
