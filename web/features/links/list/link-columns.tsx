import { EditOutlined, ExportOutlined, WarningOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import type { UrlItem } from '#domain/contract/links.ts';
import type { Proof } from '#domain/contract/proofs.ts';
import { plannedAt } from '#domain/rules/planned-posts.ts';
import { showMoment, showShortDate, showWholeMoment } from '#web/lib/dates.ts';
import { countOf } from '#web/lib/plural.ts';
import { Clip } from '#web/ui/clip.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { KeyedColumn } from '#web/ui/long-list/keyed-table.tsx';
import { pageContainer } from '#web/ui/page-container.ts';
import { ProofBadge, proofText } from '#web/ui/proof-badge.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { texts } from '../texts.ts';
import type { LinkDialogState } from './link-dialogs.tsx';
import { ProofDetails } from './proof-details.tsx';

/** Columns of the links grid. */
export function linkColumns(open: (state: LinkDialogState) => void): KeyedColumn<UrlItem>[] {
  return [
    {
      key: 'url',
      stays: true,
      narrow: 'whole',
      title: 'URL',
      width: 'minmax(220px, 2.4fr)',
      sort: 'url',
      render: (row) => <Clip text={row.url} href={row.url} after={<ExportOutlined aria-hidden />} />,
    },
    {
      key: 'anchor',
      narrow: 'below',
      title: 'Anchor',
      width: 'minmax(110px, 1fr)',
      render: (row) => <Clip text={row.anchor} isProse />,
    },
    {
      key: 'onPage',
      title: 'Links on page',
      hint: texts.onPageHint,
      width: 'minmax(138px, 1fr)',
      render: (row) => <Clip text={row.linksOnPage} isProse />,
    },
    {
      key: 'proof',
      narrow: 'beside',
      title: 'Proof',
      hint: 'What a reader without a login saw on the page; a click tells all of it',
      width: '200px',
      render: (row) => <ProofCell row={row} />,
    },
    { key: 'site', title: 'Site', width: 'minmax(90px, .8fr)', render: (row) => <Clip text={row.site ?? ''} /> },
    { key: 'login', title: 'Login', width: 'minmax(160px, 1.2fr)', render: (row) => <LoginCell row={row} /> },
    {
      key: 'date',
      title: 'Date',
      width: '100px',
      sort: 'added',
      render: (row) => <span title={showWholeMoment(row.dateAdded)}>{showShortDate(row.dateAdded)}</span>,
    },
    {
      key: 'action',
      stays: true,
      narrow: 'beside',
      title: 'Action',
      width: '104px',
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

function LoginCell({ row }: { row: UrlItem }) {
  return (
    <>
      {row.username && <Clip text={row.username} />}
      {row.password && <SecretText value={row.password} owner={row.url} />}
    </>
  );
}

function ProofCell({ row }: { row: UrlItem }) {
  // A link that posts place is seen on their pages; its own is nobody's proof.
  const placed = row.proof.state === 'NONE' ? row.placed : null;
  const planned = plannedTime(row.proof);
  return (
    <Popover
      getPopupContainer={pageContainer}
      trigger="click"
      placement="left"
      title="What a stranger sees"
      content={<ProofDetails proof={row.proof} placed={row.placed} />}
    >
      <button
        type="button"
        className="proof-open"
        aria-label={`Proof of ${row.url}: ${placed ? placedWords(placed) : proofWords(row.proof)}`}
      >
        {placed ? (
          <ToneTag tone={placed.live === placed.pages ? 'green' : placed.live > 0 ? 'amber' : 'plain'}>
            {placedWords(placed)}
          </ToneTag>
        ) : planned ? (
          <ToneTag tone="plain">Public {planned}</ToneTag>
        ) : (
          <ProofBadge state={row.proof.state} />
        )}
        {keepsWord(row.proof) && (
          <WarningOutlined className="proof-trouble" aria-hidden title={texts.lastReadingFailed} />
        )}
      </button>
    </Popover>
  );
}

/** On how many of its pages a placed link is seen. */
const placedWords = ({ pages, live }: NonNullable<UrlItem['placed']>) =>
  `Live on ${live.toLocaleString()} of ${countOf(pages, 'page')}`;

/** Of a page that its site shows later: when; it is checked then by itself. */
const plannedTime = ({ state, reason }: Proof) => (state === 'NONE' ? showMoment(plannedAt(reason)) : '');

/** True when the last reading failed, but an earlier word stands. */
const keepsWord = ({ state, trouble }: Proof) => trouble !== null && state !== 'UNREADABLE';
const proofWords = (proof: Proof) =>
  keepsWord(proof)
    ? `${proofText(proof.state)}, ${texts.lastReadingFailed}`
    : [proofText(proof.state), plannedTime(proof) && `goes public at ${plannedTime(proof)}`].filter(Boolean).join(', ');
