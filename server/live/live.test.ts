import { expect, test } from 'vitest';
import { type LiveBody, type LiveEvent, topics } from '#domain/contract/live.ts';
import { until } from '#test/support/until.ts';
import { createLive } from './live.ts';

/** The hub alone; nothing travels to other processes. */
const alone = { forward() {}, forwardGap() {} };
const set = topics.linkSet(7);
const counted = (done: number): LiveEvent => ({
  address: set,
  body: { action: 'checkProgressed', urlListId: 7, state: 'CHECKING', total: 9, done },
});

test('what is told while nobody listens takes the place of an older one that waits for its turn', async () => {
  const live = createLive(alone);
  const leave = live.subscribe(set, () => {});
  live.publish([counted(1), counted(2)]);
  leave();
  live.publish([counted(3)]);
  // A window that comes back loads the 3, and must not hear the 2 after it.
  const heard: LiveBody[] = [];
  live.subscribe(set, (event) => heard.push(event.body));
  await until('the turn of what waited', () => heard.length > 0);
  expect(heard).toEqual([counted(3).body]);
});

test('what nobody listens to is not kept', async () => {
  const live = createLive(alone);
  live.publish([counted(1)]);
  const heard: LiveBody[] = [];
  live.subscribe(set, (event) => heard.push(event.body));
  live.publish([counted(2)]);
  expect(heard).toEqual([counted(2).body]);
});
