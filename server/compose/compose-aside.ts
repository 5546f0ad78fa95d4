import { WorkerRoom } from '../workers/worker-room.ts';
import { type Composed, type ComposeInput, compose } from './compose.ts';

/** Articles up to this length are composed on the spot: cleaning a megabyte of tags takes a second. */
const inlineLength = 30_000;
/** Posts at once are few: none is sent away. */
const room = new WorkerRoom<ComposeInput, Composed>({
  script: new URL('./compose-worker.ts', import.meta.url),
  memoryMb: 512,
  maxMs: 60_000,
  waitingBytes: Number.POSITIVE_INFINITY,
});

/** Composes a text without holding the event loop: long ones in one of a few workers with a memory limit. */
export async function composeAside(input: ComposeInput): Promise<Composed> {
  const { title, body } = input.article;
  const length = title.length + body.length;
  if (length <= inlineLength) return compose(input);
  return room.run(input, length).catch(() => {
    throw new Error('The article could not be made into a text: it is too long or too intricate');
  });
}
