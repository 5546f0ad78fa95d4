import { Button } from 'antd';
import type { ListedProxy, MonitorState } from '#domain/contract/options/proxies.ts';
import { attempt } from '#web/lib/notices.ts';
import { OptionList } from '../option-list.tsx';
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
  return (
    <OptionList<ProxyRow>
      noun={{ one: 'proxy', many: 'proxies' }}
      rows={proxies.map(rowOf)}
      columns={columns}
      filter={{ label: 'Status', options: statusWords, fits: (row, status) => row.proxyStatus === status }}
      actions={<CheckButton monitor={monitor} isEmpty={proxies.length === 0} />}
      removal={{ verb: 'Delete', ...texts.removal, remove }}
      empty={texts.empty}
      dialog={(open, onClose) => <AddProxies open={open} onClose={onClose} />}
    />
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
