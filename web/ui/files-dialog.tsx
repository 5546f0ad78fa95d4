import { InboxOutlined } from '@ant-design/icons';
import { Modal, Upload } from 'antd';

interface FilesDialogProps {
  open: boolean;
  title: string;
  /** Endings of the files, with commas between them. */
  accept: string;
  hint: string;
  isSending: boolean;
  onFiles: (files: File[]) => void;
  onClose: () => void;
}

/** Takes several files or a ZIP, dropped or chosen; they travel in one request. */
export function FilesDialog({ open, title, accept, hint, isSending, onFiles, onClose }: FilesDialogProps) {
  return (
    <Modal open={open} title={title} footer={null} onCancel={onClose} destroyOnHidden>
      <Upload.Dragger
        multiple
        accept={accept}
        showUploadList={false}
        disabled={isSending}
        beforeUpload={(file, list) => {
          // Called once per file with the whole choice: the first call speaks for all.
          if (file === list[0]) onFiles(list);
          return false;
        }}
      >
        <p>
          <InboxOutlined style={{ fontSize: 40 }} aria-hidden="true" />
        </p>
        <p>{isSending ? 'Uploading…' : 'Click or drop files here'}</p>
        <p className="quiet">{hint}</p>
      </Upload.Dragger>
    </Modal>
  );
}
