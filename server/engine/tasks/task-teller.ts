import type { Store } from '../../db/store.ts';
import type { TaskRoom } from './task-room.ts';
import { writeProgress } from './task-rows.ts';

const progressEveryMs = 500;

/** Writes progress down and tells it, at most twice a second; the last word is always written. */
export function createTeller({ store, room }: { store: Store; room: TaskRoom }, id: string, isShown: boolean) {
  let latest: { done: number; total: number | null; note: string | null } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = async () => {
    timer = undefined;
    if (!latest) return;
    const word = latest;
    latest = undefined;
    await writeProgress(store.db, id, word);
    if (isShown) await room.tell(id);
  };
  return {
    progress: (done: number, total: number | null, note?: string) => {
      latest = { done, total, note: note ?? null };
      timer ??= setTimeout(() => write().catch(() => {}), progressEveryMs);
    },
    end: async () => {
      clearTimeout(timer);
      await write();
    },
  };
}
