import { useState } from 'react';
import type { RefusedLine } from '#domain/contract/imports.ts';
import { importStrategies } from '#domain/contract/strategies.ts';
import { upload } from '#web/lib/call.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { FilesDialog } from '#web/ui/files-dialog.tsx';
import { ImportReport } from '#web/ui/import-report.tsx';
import { texts } from '../texts.ts';

/** Imports diagrams from files or a ZIP; what is none is named with its reason. The event brings the others. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isSending, setIsSending] = useState(false);
  const [refused, setRefused] = useState<RefusedLine[] | null>(null);
  const sendAll = async (files: File[]) => {
    setIsSending(true);
    const names = files.map(({ name }) => name);
    const result = await attempt(() => upload(importStrategies, {}, files), { failed: texts.importFailed(names) });
    setIsSending(false);
    if (!result) return;
    const { strategies, errorList, reasons } = result;
    if (errorList.length === 0) toast.success(texts.imported(names), 5);
    else if (strategies.length === 0) toast.error(texts.importFailed(names), 5);
    else toast.warning(texts.importedPartly(strategies.length, errorList.length), 5);
    if (reasons.length > 0) setRefused(reasons);
    onClose();
  };
  return (
    <>
      <FilesDialog
        open={open}
        title={texts.importTitle}
        accept=".json,.zip"
        hint={texts.importHint}
        isSending={isSending}
        onFiles={(files) => void sendAll(files)}
        onClose={onClose}
      />
      <ImportReport noun="file" refused={refused} onClose={() => setRefused(null)} />
    </>
  );
}
