import { EditOutlined } from '@ant-design/icons';
import type { LoginState, Mailbox } from '#domain/contract/mailboxes.ts';
import { Clip } from '#web/ui/clip.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { KeyedColumn } from '#web/ui/long-list/keyed-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { WholeMessage } from '#web/ui/whole-message.tsx';

export const loginWords: Record<LoginState, string> = {
  NEW: 'Not tested',
  WORKS: 'Works',
  FAILED: 'Failed',
  CHECKING: 'Waits for test',
};
const tones = { NEW: 'plain', WORKS: 'green', FAILED: 'red', CHECKING: 'blue' } as const;

const serverOf = ({ server, port, protocol, ssl }: Mailbox) =>
  `${server}:${port} · ${protocol.toUpperCase()}${ssl ? ', SSL' : ''}`;

/** Columns of the list of mailboxes. */
export const mailboxColumns = (onEdit: (row: Mailbox) => void): KeyedColumn<Mailbox>[] => [
  {
    key: 'address',
    stays: true,
    narrow: 'beside',
    title: 'Address',
    width: 'minmax(180px, 1.4fr)',
    sort: 'address',
    render: (row) => <Clip text={row.address} />,
  },
  { key: 'login', title: 'Login', width: 'minmax(110px, 1fr)', render: (row) => <Clip text={row.login} /> },
  {
    key: 'password',
    title: 'Password',
    width: '132px',
    render: (row) => <SecretText value={row.password} owner={row.address} />,
  },
  {
    key: 'server',
    title: 'Server',
    hint: 'Address and port of the mail server, the protocol, and whether the connection is encrypted from its first byte',
    width: 'minmax(170px, 1.4fr)',
    render: (row) => <Clip text={serverOf(row)} />,
  },
  {
    key: 'used',
    title: 'Used',
    hint: 'A used mailbox was taken for a project and is not drawn again. Mark it as unused to have it drawn once more',
    width: '96px',
    render: ({ used }) => <ToneTag tone={used ? 'orange' : 'plain'}>{used ? 'Used' : 'Unused'}</ToneTag>,
  },
  {
    key: 'loginState',
    narrow: 'below',
    title: 'Login works',
    hint: 'What the mail server said at the last test of the login',
    width: 'minmax(150px, 1fr)',
    render: ({ loginState, loginSaid }) => (
      <>
        <ToneTag tone={tones[loginState]}>{loginWords[loginState]}</ToneTag>
        {loginState === 'FAILED' && loginSaid && <WholeMessage text={loginSaid} />}
      </>
    ),
  },
  {
    key: 'checkedAt',
    title: 'Tested',
    width: '112px',
    render: ({ checkedAt }) => <Moment at={checkedAt} none="Never" />,
  },
  {
    key: 'action',
    stays: true,
    narrow: 'beside',
    title: 'Action',
    width: '104px',
    render: (row) => (
      <IconButton label={`Edit ${row.address}`} icon={<EditOutlined aria-hidden />} onClick={() => onEdit(row)} />
    ),
  },
];
