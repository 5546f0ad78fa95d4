import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Call } from '#domain/contract/call.ts';
import type { ImportReply, importQuery, importReply } from '#domain/contract/imports.ts';
import { limits } from '#domain/limits.ts';
import { CallFailed, failureText } from '#web/lib/failure.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { uploadForFile, uploadWatched } from '#web/lib/watched-upload.ts';

/** What lines are imported into is named by its id, where there is more than one. */
type IdParams = z.ZodType<object>;

/** The calls of one kind of import, and the words for it. */
export interface ImportKind {
  importCall: Call<IdParams, typeof importQuery, z.ZodType, typeof importReply>;
  rejectsCall: Call<IdParams, z.ZodType, z.ZodType, z.ZodType>;
  /** What a line holds: 'accounts'. */
  noun: string;
  one: string;
  /** False where no line can update what is there. */
  canUpdate: boolean;
  /** The forms of lines that are read. */
  forms: string[];
  /** What becomes of repeated lines. */
  repeatedHint: string;
  imported: (file: string) => string;
  failed: (file: string) => string;
}

/** Where an import stands; judging and importing know how much of the file is sent. */
export type ImportState =
  | { step: 'judging' | 'importing'; share: number }
  | { step: 'judged' | 'imported'; report: ImportReply }
  | { step: 'failed'; message: string };

const nothingDone = 'Nothing was imported.';
const mayBeDone = 'All of the file was sent by then: look at the list before you import it again.';
const answerLost = 'The answer was lost: look at the list before you import the file again.';

interface Sending {
  kind: ImportKind;
  id: number;
  file: File;
  step: 'judging' | 'importing';
  signal: AbortSignal;
  tell: (state: ImportState) => void;
}

/** Sends the file once, and tells how far it is and what came of it. */
async function sendFile({ kind, id, file, step, signal, tell }: Sending): Promise<void> {
  let sent = 0;
  const onProgress = (share: number) => {
    sent = share;
    tell({ step, share });
  };
  onProgress(0);
  if (file.size > limits.upload) return tell({ step: 'failed', message: 'The file is larger than 50 MB' });
  const dryRun = step === 'judging';
  try {
    const input = { params: { id }, query: { dryRun } };
    const report = await uploadWatched(kind.importCall, input, { files: [file], onProgress, signal });
    tell({ step: dryRun ? 'judged' : 'imported', report });
    if (!dryRun) toast.success(kind.imported(file.name), 5);
  } catch (error) {
    if (signal.aborted) return;
    const isLost = !dryRun && error instanceof CallFailed && error.status === 0 && sent >= 1;
    const message = failureText(error, kind.failed(file.name));
    tell({ step: 'failed', message: `${message} ${isLost ? answerLost : nothingDone}` });
    toast.error(message, 5);
  }
}

/** Judges a file as soon as it is chosen; imports it on the operator's word, and breaks off on it. */
export function useImport(kind: ImportKind, id: number, file: File) {
  const [state, setState] = useState<ImportState>({ step: 'judging', share: 0 });
  const running = useRef<AbortController>(null);
  const send = (step: 'judging' | 'importing') => {
    const stop = new AbortController();
    running.current = stop;
    const { signal } = stop;
    const tell = (next: ImportState) => {
      if (!signal.aborted) setState(next);
    };
    return sendFile({ kind, id, file, step, signal, tell });
  };
  const judge = useEffectEvent(() => void send('judging'));
  useEffect(() => {
    judge();
    return () => running.current?.abort();
  }, []);
  return {
    state,
    judgeAgain: () => void send('judging'),
    run: () => void send('importing'),
    /** Breaks an import off: the server takes all of a file or nothing, and what it did with all of it nobody knows. */
    stop: () => {
      running.current?.abort();
      const isSent = state.step === 'importing' && state.share >= 1;
      setState({ step: 'failed', message: `The import was cancelled. ${isSent ? mayBeDone : nothingDone}` });
    },
    /** The file of all refused lines; the server keeps nothing, so the file is sent once more. */
    saveRejects: () =>
      attempt(
        () =>
          uploadForFile(
            kind.rejectsCall,
            { params: { id } },
            { files: [file], fallbackName: `${file.name}_rejects.txt` },
          ),
        { failed: 'Failed to download the rejects. Unknown error' },
      ),
  };
}
