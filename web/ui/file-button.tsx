import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';

interface FileButtonProps {
  text: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => Promise<unknown>;
}

/** A button that lets the operator choose files and is busy until they are through. */
export function FileButton({ text, accept, multiple = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const take = async (files: File[]) => {
    if (files.length === 0) return;
    setIsBusy(true);
    await onFiles(files).finally(() => setIsBusy(false));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={text}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied so that the same file can be chosen again.
          event.target.value = '';
          void take(files);
        }}
      />
      <Button icon={<UploadOutlined aria-hidden />} loading={isBusy} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
