import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { type ImportReply, type LineVerdict, maxShownLines, type Verdict, verdicts } from '#domain/contract/imports.ts';
import { FilterButtons } from '../filter-buttons.tsx';
import { part } from '../roles.ts';
import { SearchBox } from '../search-box.tsx';
import { type TagTone, ToneTag } from '../status-tag.tsx';
import type { ImportKind } from './use-import.ts';

const words: Record<Verdict, { before: string; after: string; tone: TagTone }> = {
  refused: { before: 'Refused', after: 'Refused', tone: 'red' },
  repeated: { before: 'Repeated', after: 'Repeated', tone: 'amber' },
  updates: { before: 'Updates', after: 'Updated', tone: 'blue' },
  new: { before: 'New', after: 'Added', tone: 'green' },
};
const rowHeight = 37;

interface VerdictListProps {
  report: ImportReply;
  isDone: boolean;
  kind: ImportKind;
}

/** Counts by verdict that filter, and the lines themselves, refused ones first. */
export function VerdictList({ report, isDone, kind }: VerdictListProps) {
  const [only, setOnly] = useState<Verdict | null>(null);
  const [search, setSearch] = useState('');
  const counts: Record<Verdict, number> = {
    refused: report.rejected,
    repeated: report.repeated,
    updates: report.updated,
    new: report.added,
  };
  const text = search.toLowerCase();
  const lines = report.verdicts.filter(
    (line) =>
      (only === null || line.verdict === only) &&
      (text === '' || `${line.line} ${line.text} ${line.reason ?? ''}`.toLowerCase().includes(text)),
  );
  const possible = verdicts.filter((verdict) => kind.canUpdate || verdict !== 'updates');
  const isCut = verdicts.some((verdict) => counts[verdict] > maxShownLines);
  return (
    <>
      {report.encoding && <p>{`The file was read as ${report.encoding}, since it is not UTF-8`}</p>}
      <div className="import-filter">
        <FilterButtons
          label="Filter by verdict"
          choices={possible.map((verdict) => ({
            value: verdict,
            face: <ToneTag tone={words[verdict].tone}>{words[verdict][isDone ? 'after' : 'before']}</ToneTag>,
            count: counts[verdict],
          }))}
          chosen={only}
          onChoose={setOnly}
        />
        <SearchBox label="Search lines" width={200} onSearch={setSearch} />
      </div>
      <Lines lines={lines} isDone={isDone} />
      {isCut && (
        <p className="import-cut quiet">
          The first {maxShownLines.toLocaleString()} lines of each verdict are shown; all are counted.
        </p>
      )}
    </>
  );
}

function Lines({ lines, isDone }: { lines: LineVerdict[]; isDone: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <div className="import-lines" ref={scroller} {...part('region', { 'aria-label': 'Lines of the file' })}>
      <div {...part('table', { 'aria-label': 'Verdict on each line', 'aria-rowcount': lines.length + 1 })}>
        <div {...part('row', { 'aria-rowindex': 1 })} className="import-line import-head">
          {['Line', 'Verdict', 'Text', 'Reason'].map((title) => (
            <div key={title} {...part('columnheader')}>
              {title}
            </div>
          ))}
        </div>
        {lines.length > 0 && (
          <div {...part('rowgroup')} style={{ position: 'relative', height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const { line, verdict, reason, text } = lines[item.index] as LineVerdict;
              return (
                <div
                  key={item.key}
                  {...part('row', { 'aria-rowindex': item.index + 2 })}
                  className="import-line"
                  style={{ position: 'absolute', transform: `translateY(${item.start}px)` }}
                >
                  <div {...part('cell')}>{line.toLocaleString()}</div>
                  <div {...part('cell')}>
                    <ToneTag tone={words[verdict].tone}>{words[verdict][isDone ? 'after' : 'before']}</ToneTag>
                  </div>
                  <div {...part('cell')} className="ellipsis mono" title={text}>
                    {text}
                  </div>
                  <div {...part('cell')} className="ellipsis" title={reason ?? ''}>
                    {reason}
                  </div>
                </div>
              );
            })}
          </div>
        )}
      </div>
      {lines.length === 0 && <p className="import-none">No line fits</p>}
    </div>
  );
}
