import { Modal } from 'antd';
import type { RefusedLine } from '#domain/contract/imports.ts';
import { part } from './roles.ts';
import './import/import.css';

interface ImportReportProps {
  /** What was refused, each with its reason where one is told; null keeps the dialog closed. */
  refused: RefusedLine[] | null;
  /** How many there are in all, when more than are named. */
  total?: number;
  /** 'line' */
  noun: string;
  onClose: () => void;
}

/** What of an upload was refused, and why. */
export function ImportReport({ refused, total, noun, onClose }: ImportReportProps) {
  const count = total ?? refused?.length ?? 0;
  return (
    <Modal
      open={refused !== null}
      title={`${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'} could not be imported`}
      width={760}
      okText="Close"
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <div className="import-refused" {...part('region', { 'aria-label': `Refused ${noun}s` })}>
        <ul>
          {refused?.map(({ line, text, reason }) => (
            <li key={`${line} ${text}`}>
              <strong>{[line === null ? '' : `Line ${line}`, reason].filter(Boolean).join(': ')}</strong>
              <code>{text}</code>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
