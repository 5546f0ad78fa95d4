import { expect, test } from 'vitest';
import { together } from './together.ts';

/** A store that notes which statements it got, and answers when it is let. */
function createStore() {
  const statements: number[][] = [];
  let gate = Promise.withResolvers<void>();
  return {
    statements,
    take: async (asked: number[]) => {
      statements.push(asked);
      await gate.promise;
    },
    let: () => {
      gate.resolve();
      gate = Promise.withResolvers<void>();
    },
    open: () => gate.resolve(),
  };
}

const away = Object.assign(new Error('no store'), { code: 'ECONNREFUSED' });

test('what is asked while a statement runs goes with the next one', async () => {
  const store = createStore();
  const double = together<typeof store, number, number>({
    many: async (parts, asked) => {
      await parts.take(asked);
      return asked.map((one) => one * 2);
    },
    one: () => Promise.reject(new Error('nothing is left out')),
  });
  const first = [double(store, 1), double(store, 2)];
  await new Promise(setImmediate);
  const rest = [double(store, 3), double(store, 4), double(store, 5)];
  store.open();
  expect(await Promise.all([...first, ...rest])).toEqual([2, 4, 6, 8, 10]);
  expect(store.statements).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('what is left out is done by itself, and holds up nobody', async () => {
  const store = createStore();
  const alone = Promise.withResolvers<string>();
  const ask = together<typeof store, number, string>({
    many: async (_parts, asked) => asked.map((one) => (one === 13 ? undefined : `with others ${one}`)),
    one: () => alone.promise,
  });
  const answers = [ask(store, 12), ask(store, 13)];
  expect(await answers[0]).toBe('with others 12');
  expect(await ask(store, 14)).toBe('with others 14');
  alone.resolve('alone');
  expect(await answers[1]).toBe('alone');
});

test('a row that makes the statement fail fails alone', async () => {
  const store = createStore();
  const ask = together<typeof store, number, string>({
    many: async (_parts, asked) => {
      if (asked.includes(13)) throw new Error('bad row');
      return asked.map(String);
    },
    one: async (_parts, asked) => {
      if (asked === 13) throw new Error('bad row');
      return String(asked);
    },
  });
  const answers = await Promise.allSettled([ask(store, 12), ask(store, 13), ask(store, 14)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('while the store is away all are told so, and the next ones ask again', async () => {
  const store = createStore();
  let isAway = true;
  const ask = together<typeof store, number, string>({
    many: async (_parts, asked) => {
      if (isAway) throw away;
      return asked.map(String);
    },
    one: () => Promise.reject(new Error('nobody asks alone of a store that is away')),
  });
  await expect(Promise.all([ask(store, 1), ask(store, 2)])).rejects.toBe(away);
  isAway = false;
  expect(await ask(store, 3)).toBe('3');
});

test('long texts travel in several statements', async () => {
  const store = createStore();
  store.open();
  const sizes: number[] = [];
  const ask = together<typeof store, string, number>({
    many: async (_parts, asked) => {
      sizes.push(asked.length);
      return asked.map((text) => text.length);
    },
    one: async (_parts, asked) => asked.length,
    sizeOf: (text) => text.length,
  });
  const text = 'x'.repeat(400_000);
  await Promise.all(Array.from({ length: 6 }, () => ask(store, text)));
  expect(sizes).toEqual([3, 3]);
  const many = Array.from({ length: 40 }, () => ask(store, 'x'));
  await Promise.all(many);
  expect(sizes.slice(2)).toEqual([32, 8]);
});
