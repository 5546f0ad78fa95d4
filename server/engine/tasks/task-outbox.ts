import type { TaskRoom } from './task-room.ts';
import type { Attempt } from './task-rows.ts';

interface Waiting {
  attempt: Attempt;
  settled: PromiseWithResolvers<void>;
}

/** Settles tasks that went well, those that end while the store answers with its next statement. */
export class TaskOutbox {
  private readonly room: TaskRoom;
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly flushing = new Set<string>();

  constructor(room: TaskRoom) {
    this.room = room;
  }

  /** Settles when the store has taken it. */
  complete(kind: string, attempt: Attempt): Promise<void> {
    const settled = Promise.withResolvers<void>();
    const list = this.waiting.get(kind) ?? [];
    list.push({ attempt, settled });
    this.waiting.set(kind, list);
    if (!this.flushing.has(kind)) {
      this.flushing.add(kind);
      // Whatever ends in this turn of the loop goes along.
      setImmediate(() => void this.flush(kind));
    }
    return settled.promise;
  }

  private async flush(kind: string): Promise<void> {
    for (let list = this.waiting.get(kind) ?? []; list.length > 0; list = this.waiting.get(kind) ?? []) {
      this.waiting.delete(kind);
      await this.room.boss
        .complete(
          kind,
          list.map((one) => one.attempt),
        )
        .then(
          () => {
            for (const { settled } of list) settled.resolve();
          },
          (error: unknown) => {
            for (const { settled } of list) settled.reject(error);
          },
        );
    }
    this.flushing.delete(kind);
  }
}
