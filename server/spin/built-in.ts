import { WorkerRoom } from '../workers/worker-room.ts';
import type { SpinWork } from './spin-worker.ts';

/** How a text is spun. */
export interface BuiltInOptions {
  /** Words and phrases that stay as they are, in any case: names, anchors. */
  protectedWords: readonly string[];
  /** Nobody waits for the result any more. */
  signal: AbortSignal;
}

/** 1 MB takes a second or two; what takes this long is no text. */
const longestMs = 20_000;
const waitingBytes = 64 * 1024 * 1024;
const script = new URL('./spin-worker.ts', import.meta.url);
const room = new WorkerRoom<SpinWork, string>({ script, memoryMb: 512, maxMs: longestMs, waitingBytes });

/**
 * The built-in spinner: English synonyms for the words of a text or of HTML, as spin syntax, without a network and off the
 * event loop. Links, markup and spin syntax that stands there stay. Rejects with {@link RoomFull} or {@link WorkGone}, and
 * with the signal's reason.
 */
export function spinBuiltIn(text: string, { protectedWords, signal }: BuiltInOptions): Promise<string> {
  return room.run({ text, protectedWords }, text.length, [], signal);
}
