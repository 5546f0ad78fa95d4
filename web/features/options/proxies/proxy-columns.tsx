import type { ListedProxy, ProxyStatus } from '#domain/contract/options/proxies.ts';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText } from '#web/ui/list-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';

/** A proxy as a row of the table: named by address and port. */
export interface ProxyRow extends ListedProxy {
  id: string;
  name: string;
}

const words: Record<ProxyStatus, { label: string; tone: TagTone }> = {
  NEW: { label: 'New', tone: 'plain' },
  CHECKING: { label: 'Checking', tone: 'blue' },
  WORKING: { label: 'Working', tone: 'green' },
  FAILED: { label: 'Failed', tone: 'red' },
};

/** States to filter by. */
export const statusWords = Object.entries(words).map(([value, { label }]) => ({ value, label }));

const kinds = { HTTP: 'HTTP', HTTPS: 'HTTPS', SOCKS5: 'SOCKS5' } as const;

/** Columns of the proxies. */
export const columns: ListColumn<ProxyRow>[] = [
  {
    title: 'Address',
    key: 'address',
    width: 200,
    stays: true,
    first: 'ascend',
    sorter: (a, b) => compareText(a.name, b.name),
    render: (row) => <span className="typed-lines">{row.address}</span>,
  },
  { title: 'Port', key: 'port', width: 90, sorter: (a, b) => a.port - b.port, render: (row) => row.port },
  {
    title: 'Kind',
    key: 'kind',
    width: 90,
    sorter: (a, b) => compareText(a.kind, b.kind),
    render: (row) => kinds[row.kind],
  },
  {
    title: 'Username',
    key: 'username',
    width: 120,
    sorter: (a, b) => compareText(a.username ?? '', b.username ?? ''),
    render: (row) => row.username ?? <span className="quiet">None</span>,
  },
  {
    title: 'Password',
    key: 'password',
    width: 130,
    render: (row) => (row.password ? <SecretText value={row.password} owner={row.name} /> : null),
  },
  {
    title: 'Accounts',
    key: 'accounts',
    width: 100,
    sorter: (a, b) => a.accounts - b.accounts,
    render: (row) => row.accounts.toLocaleString(),
  },
  {
    title: 'Status',
    key: 'status',
    stays: true,
    sorter: (a, b) => compareText(a.proxyStatus, b.proxyStatus),
    render: (row) => (
      <span className="proxy-status">
        <ToneTag tone={words[row.proxyStatus].tone} isBusy={row.proxyStatus === 'CHECKING'}>
          {words[row.proxyStatus].label}
        </ToneTag>
        <span className="quiet">{row.said}</span>
      </span>
    ),
  },
  {
    title: 'Checked',
    key: 'checked',
    width: 140,
    sorter: (a, b) => compareText(a.checkedAt ?? '', b.checkedAt ?? ''),
    render: (row) => <Moment at={row.checkedAt} none="Never" />,
  },
];
