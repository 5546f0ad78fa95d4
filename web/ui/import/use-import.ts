import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import type { Call } from '#domain/contract/call.ts';
import type { ImportReply, importQuery, importReply } from '#domain/contract/imports.ts';
import { limits } from '#domain/limits.ts';
import { failureText } from '#web/lib/failure.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { uploadForFile, uploadWatched } from '#web/lib/watched-upload.ts';

type IdParams = z.ZodType<{ id: number }>;

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

/** Judges a file as soon as it is chosen; imports it on the operator's word. */
export function useImport(kind: ImportKind, id: number, file: File) {
  const [state, setState] = useState<ImportState>({ step: 'judging', share: 0 });
  const send = async (step: 'judging' | 'importing', signal?: AbortSignal) => {
    const onProgress = (share: number) => {
      if (!signal?.aborted) setState({ step, share });
    };
    onProgress(0);
    if (file.size > limits.upload) return setState({ step: 'failed', message: 'The file is larger than 50 MB' });
    const dryRun = step === 'judging';
    try {
      const input = { params: { id }, query: { dryRun } };
      const watched = { files: [file], onProgress, ...(signal ? { signal } : {}) };
      const report = await uploadWatched(kind.importCall, input, watched);
      setState({ step: dryRun ? 'judged' : 'imported', report });
      if (!dryRun) toast.success(kind.imported(file.name), 5);
    } catch (error) {
      if (signal?.aborted) return;
      const message = failureText(error, kind.failed(file.name));
      setState({ step: 'failed', message });
      toast.error(message, 5);
    }
  };
  const judge = useEffectEvent((signal: AbortSignal) => void send('judging', signal));
  useEffect(() => {
    const stop = new AbortController();
    judge(stop.signal);
    return () => stop.abort();
  }, []);
  return {
    state,
    judgeAgain: () => void send('judging'),
    run: () => void send('importing'),
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
