import { afterEach, expect, test } from 'vitest';
import { RoomFull, WorkerRoom, WorkGone } from './worker-room.ts';

type Task = { kind: 'add' | 'hang' | 'grow' | 'throw'; bytes?: Uint8Array };
/** Answers how often it was asked, and how many bytes it was given. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let asked = 0;
    parentPort.on('message', ({ kind, bytes }) => {
      asked += 1;
      if (kind === 'hang') for (;;);
      if (kind === 'grow') for (const all = [];;) all.push(Array.from({ length: 1e6 }, (_, at) => ({ at })));
      if (kind === 'throw') throw new Error('fault');
      parentPort.postMessage({ asked, length: bytes?.length ?? 0 });
    });
  `)}`,
);
const rooms: WorkerRoom<Task, { asked: number; length: number }>[] = [];
function makeRoom(maxMs = 20_000) {
  const room = new WorkerRoom<Task, { asked: number; length: number }>({
    script,
    memoryMb: 40,
    maxMs,
    waitingBytes: 100,
  });
  rooms.push(room);
  return room;
}
afterEach(async () => {
  for (const room of rooms.splice(0)) await room.close();
});

test('workers are used again, and what is handed over is not copied', async () => {
  const room = makeRoom();
  for (let turn = 1; turn <= 3; turn += 1) {
    const bytes = new Uint8Array(1_000);
    expect(await room.run({ kind: 'add', bytes }, 1_000, [bytes.buffer])).toEqual({ asked: turn, length: 1_000 });
    expect(bytes.length).toBe(0);
  }
});

test('more than may wait is refused', async () => {
  const room = makeRoom();
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => room.run({ kind: 'add' }, 10)));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.every(({ reason }) => reason instanceof RoomFull)).toBe(true);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(11);
  expect(refused.length).toBeGreaterThanOrEqual(26);
  await room.run({ kind: 'add' }, 10);
});

test('work that nobody waits for any more holds nobody up, in work or in the queue', async () => {
  const room = makeRoom(100_000);
  const leaving = Array.from({ length: 8 }, () => new AbortController());
  const left = leaving.map(({ signal }) => expect(room.run({ kind: 'hang' }, 10, [], signal)).rejects.toThrow('left'));
  const wait = room.run({ kind: 'add' }, 10);
  for (const controller of leaving) controller.abort(new Error('left'));
  await Promise.all(left);
  expect(await wait).toMatchObject({ asked: 1 });
  await expect(room.run({ kind: 'add' }, 10, [], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test.each(['hang', 'grow', 'throw'] as const)(
  'a worker that is lost (%s) takes no other work with it',
  async (kind) => {
    const room = makeRoom(kind === 'hang' ? 3_000 : 20_000);
    const lost = expect(room.run({ kind }, 0)).rejects.toThrow(WorkGone);
    const others = Array.from({ length: 8 }, () => room.run({ kind: 'add' }, 0));
    await lost;
    expect(await Promise.all(others)).toHaveLength(8);
  },
);
