import { Modal } from 'antd';
import { part } from './roles.ts';

interface ImportReportProps {
  /** Refused lines as typed; null keeps the dialog closed. */
  errorList: string[] | null;
  onClose: () => void;
}

/** The lines of a file that were refused, as they stand in it. */
export function ImportReport({ errorList, onClose }: ImportReportProps) {
  return (
    <Modal
      open={errorList !== null}
      title={`${errorList?.length ?? 0} lines could not be imported`}
      okText="Close"
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <pre className="report-lines" {...part('region', { 'aria-label': 'Refused lines' })}>
        {errorList?.join('\n')}
      </pre>
    </Modal>
  );
}
