import { useState } from 'react';
import { uploadArticles, uploadArticlesByFileName } from '#domain/contract/content.ts';
import type { RefusedLine } from '#domain/contract/imports.ts';
import { upload } from '#web/lib/call.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { FilesDialog } from '#web/ui/files-dialog.tsx';
import { ImportReport } from '#web/ui/import-report.tsx';
import { texts } from '../texts.ts';

/** Where the title of an uploaded article comes from. */
export type UploadMode = 'firstLine' | 'fileName';

interface UploadDialogProps {
  /** Null keeps the dialog closed. */
  mode: UploadMode | null;
  groupId: number;
  onClose: () => void;
}

const words = {
  firstLine: { title: 'Upload articles', hint: 'The first line of each file becomes the title.' },
  fileName: { title: 'Upload articles, title from the file name', hint: 'The name of each file becomes the title.' },
};

/** Takes several files or a ZIP, dropped or chosen; they travel in one request. */
export function UploadDialog({ mode, groupId, onClose }: UploadDialogProps) {
  const [isSending, setIsSending] = useState(false);
  const [refused, setRefused] = useState<RefusedLine[] | null>(null);
  const sendAll = async (files: File[]) => {
    setIsSending(true);
    const call = mode === 'fileName' ? uploadArticlesByFileName : uploadArticles;
    const names = files.map(({ name }) => name);
    const failed = texts.uploadFailed(names);
    const result = await attempt(() => upload(call, { params: { id: groupId } }, files), { failed });
    setIsSending(false);
    if (!result) return;
    const { count, errorList, reasons, broken, nBroken } = result;
    if (errorList.length === 0) toast.success(texts.uploaded(names));
    else toast.warning(texts.uploadedPartly(count, errorList.length), 5);
    if (nBroken > 0) toast.warning(texts.uploadedBroken(broken, nBroken), 10);
    if (reasons.length > 0) setRefused(reasons);
    onClose();
  };
  return (
    <>
      <FilesDialog
        open={mode !== null}
        title={words[mode ?? 'firstLine'].title}
        accept=".txt,.html,.htm,.md,.docx,.zip"
        hint={`${words[mode ?? 'firstLine'].hint} Text, HTML, Markdown and Word files, or a ZIP of them.`}
        isSending={isSending}
        onFiles={(files) => void sendAll(files)}
        onClose={onClose}
      />
      <ImportReport noun="file" refused={refused} onClose={() => setRefused(null)} />
    </>
  );
}
