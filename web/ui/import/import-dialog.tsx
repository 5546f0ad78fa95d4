import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import type { ImportReply } from '#domain/contract/imports.ts';
import { worded } from '../worded.tsx';
import './import.css';
import { type ImportKind, type ImportState, useImport } from './use-import.ts';
import { VerdictList } from './verdict-list.tsx';

interface ImportDialogProps {
  kind: ImportKind;
  /** Profile or link set that takes the lines. */
  id: number;
  /** Null keeps the dialog closed. */
  file: File | null;
  onClose: () => void;
}

/** Import of one file: a dry run first, then the same report with what really happened. */
export function ImportDialog({ kind, id, file, onClose }: ImportDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  // The last file stays on the screen while the dialog fades.
  const [shown, setShown] = useState({ file, nth: 0 });
  if (file && file !== shown.file) setShown({ file, nth: shown.nth + 1 });
  return (
    <Modal
      open={file !== null}
      width={920}
      title={`Import ${kind.noun}: ${shown.file?.name ?? ''}`}
      onCancel={onClose}
      // An import on its way must not be lost from sight by a stray key.
      closable={!isBusy}
      keyboard={!isBusy}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
    >
      {/* What is known of a file belongs to it: another one begins anew, also while the dialog fades. */}
      {shown.file && (
        <OneImport key={shown.nth} kind={kind} id={id} file={shown.file} onBusy={setIsBusy} onClose={onClose} />
      )}
    </Modal>
  );
}

interface OneImportProps {
  kind: ImportKind;
  id: number;
  file: File;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

function OneImport({ kind, id, file, onBusy, onClose }: OneImportProps) {
  const { state, judgeAgain, run, stop, saveRejects } = useImport(kind, id, file);
  const report = 'report' in state ? state.report : null;
  const isImporting = state.step === 'importing';
  const isDone = state.step === 'imported';
  useEffect(() => onBusy(isImporting), [isImporting, onBusy]);
  return (
    <>
      <Standing kind={kind} state={state} />
      {report && <VerdictList report={report} isDone={isDone} kind={kind} />}
      <LineForms forms={kind.forms} />
      <div className="import-foot">
        <RejectsButton count={report?.rejected ?? 0} onSave={saveRejects} />
        {state.step === 'failed' && <Button onClick={judgeAgain}>Try again</Button>}
        <Button onClick={isImporting ? stop : onClose}>
          {isImporting ? 'Cancel import' : isDone ? 'Close' : 'Cancel'}
        </Button>
        {!isDone && (
          <Button
            type="primary"
            loading={isImporting}
            disabled={state.step !== 'judged' || state.report.count === 0}
            onClick={run}
          >
            {state.step === 'judged' ? `Import ${countOf(nTaken(state.report, kind), kind)}` : 'Import'}
          </Button>
        )}
      </div>
    </>
  );
}

function RejectsButton({ count, onSave }: { count: number; onSave: () => Promise<unknown> }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = () => {
    setIsBusy(true);
    void onSave().finally(() => setIsBusy(false));
  };
  return (
    <Button
      className="import-rejects"
      icon={<DownloadOutlined aria-hidden />}
      disabled={count === 0}
      loading={isBusy}
      onClick={save}
    >
      Download rejects{count > 0 ? ` (${count.toLocaleString()})` : ''}
    </Button>
  );
}

/** What is going on, in one line that is read out as it changes. */
function Standing({ kind, state }: { kind: ImportKind; state: ImportState }) {
  if (state.step === 'failed') return <Alert type="error" showIcon title={worded(state.message)} />;
  if ('share' in state) {
    const percent = Math.floor(state.share * 100);
    const word = state.step === 'judging' ? 'Judging the lines' : 'Importing';
    return (
      <div className="import-standing" aria-busy="true">
        <span role="status">{percent < 100 ? `${word}…` : `${word}: all is sent, the last lines are worked on…`}</span>
        <Progress percent={Math.min(99, percent)} status="active" aria-label={`${word}, part of the file`} />
      </div>
    );
  }
  return (
    <p className="import-standing" role="status">
      {summary(kind, state)}
      {state.report.repeated > 0 && <span className="quiet"> {kind.repeatedHint}</span>}
    </p>
  );
}

/** What stands in the list afterwards: where the last of equal lines counts, the earlier ones make nothing of their own. */
const nTaken = ({ count, added, updated }: ImportReply, { canUpdate }: ImportKind) =>
  canUpdate ? added + updated : count;

const countOf = (count: number, kind: ImportKind) => `${count.toLocaleString()} ${count === 1 ? kind.one : kind.noun}`;

function summary(kind: ImportKind, { step, report }: Extract<ImportState, { report: unknown }>): ReactNode {
  const { count, rejected } = report;
  const lines = `${rejected.toLocaleString()} ${rejected === 1 ? 'line' : 'lines'}`;
  if (step === 'imported')
    return (
      <>
        <strong>{countOf(nTaken(report, kind), kind)} imported</strong>, {lines} refused.
      </>
    );
  if (count === 0 && rejected === 0) return 'The file holds no lines.';
  return (
    <>
      Nothing has been changed yet. <strong>{countOf(nTaken(report, kind), kind)} will be imported</strong>, {lines}{' '}
      refused.
    </>
  );
}

function LineForms({ forms }: { forms: string[] }) {
  return (
    <div className="import-forms">
      One line of the file:
      <ul>
        {forms.map((form) => (
          <li key={form}>
            <code>{form}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
