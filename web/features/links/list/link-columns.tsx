import { EditOutlined, ExportOutlined, WarningOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import type { UrlItem } from '#domain/contract/links.ts';
import type { Proof } from '#domain/contract/proofs.ts';
import { showMoment, showShortDate } from '#web/lib/dates.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { KeyedColumn } from '#web/ui/long-list/keyed-table.tsx';
import { pageContainer } from '#web/ui/page-container.ts';
import { ProofBadge, proofText } from '#web/ui/proof-badge.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { texts } from '../texts.ts';
import type { LinkDialogState } from './link-dialogs.tsx';
import { ProofDetails } from './proof-details.tsx';

/** Columns of the links grid. */
export function linkColumns(open: (state: LinkDialogState) => void): KeyedColumn<UrlItem>[] {
  return [
    {
      key: 'url',
      narrow: 'beside',
      title: 'URL',
      width: 'minmax(260px, 2.4fr)',
      sort: 'url',
      render: (row) => (
        <a href={row.url} target="_blank" rel="noopener noreferrer" className="ellipsis" title={row.url}>
          {row.url} <ExportOutlined aria-label="(opens in a new tab)" style={{ fontSize: 11 }} />
        </a>
      ),
    },
    {
      key: 'anchor',
      narrow: 'below',
      title: 'Anchor',
      width: 'minmax(120px, 1fr)',
      render: (row) => <Clip text={row.anchor} />,
    },
    {
      key: 'onPage',
      title: 'Links on page',
      width: 'minmax(120px, 1fr)',
      render: (row) => <Clip text={row.linksOnPage} />,
    },
    { key: 'proof', narrow: 'beside', title: 'Proof', width: '140px', render: (row) => <ProofCell row={row} /> },
    { key: 'site', title: 'Site', width: 'minmax(90px, .8fr)', render: (row) => <Clip text={row.site ?? ''} /> },
    { key: 'login', title: 'Login', width: 'minmax(170px, 1fr)', render: (row) => <LoginCell row={row} /> },
    {
      key: 'date',
      title: 'Date',
      width: '100px',
      sort: 'added',
      render: (row) => <span title={showMoment(row.dateAdded)}>{showShortDate(row.dateAdded)}</span>,
    },
    {
      key: 'action',
      narrow: 'beside',
      title: 'Action',
      width: '84px',
      render: (row) => (
        <IconButton
          label={`Edit ${row.url}`}
          icon={<EditOutlined aria-hidden />}
          onClick={() => open({ kind: 'edit', link: row })}
        />
      ),
    },
  ];
}

function Clip({ text }: { text: string }) {
  return (
    <span className="ellipsis" title={text}>
      {text}
    </span>
  );
}

function LoginCell({ row }: { row: UrlItem }) {
  return (
    <>
      {row.username && <Clip text={row.username} />}
      {row.password && <SecretText value={row.password} owner={row.url} />}
    </>
  );
}

function ProofCell({ row }: { row: UrlItem }) {
  return (
    <Popover
      getPopupContainer={pageContainer}
      trigger="click"
      placement="left"
      title="What a stranger sees"
      content={<ProofDetails proof={row.proof} />}
    >
      <button type="button" className="proof-open" aria-label={`Proof of ${row.url}: ${proofWords(row.proof)}`}>
        <ProofBadge state={row.proof.state} />
        {keepsWord(row.proof) && (
          <WarningOutlined className="proof-trouble" aria-hidden title={texts.lastReadingFailed} />
        )}
      </button>
    </Popover>
  );
}

/** True when the last reading failed, but an earlier word stands. */
const keepsWord = ({ state, trouble }: Proof) => trouble !== null && state !== 'UNREADABLE';
const proofWords = (proof: Proof) =>
  keepsWord(proof) ? `${proofText(proof.state)}, ${texts.lastReadingFailed}` : proofText(proof.state);
