import { WebSocket } from 'undici';
import type { LiveBody, ServerFrame } from '#domain/contract/live.ts';

/** Events of one topic, as a window hears them, and a wait for one that fits. */
export interface LiveLog {
  /** What was heard so far. */
  events: LiveBody[];
  /** The same, once everything that was told before this moment has arrived. */
  all(): Promise<LiveBody[]>;
  until(fits: (body: LiveBody) => boolean, what?: string): Promise<LiveBody>;
}

/** Gathers the events of a topic over the event channel, with the session's cookie; listens when it answers. */
export async function hearTopic({ url, cookie }: { url: string; cookie: string }, address: string): Promise<LiveLog> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/eventbus`, { headers: { cookie } });
  const heard = createGathering(address);
  const pinged: (() => void)[] = [];
  const refused = new Promise<never>((_, reject) => {
    socket.addEventListener('error', () => reject(new Error('the event channel refused')));
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as ServerFrame;
      if (frame.type === 'pong') pinged.shift()?.();
      else if (frame.type === 'err') reject(new Error(`${frame.message}: ${frame.address}`));
      else heard.take(frame.body);
    });
  });
  // Frames are answered in order: what was told before is there when the pong is.
  const arrived = () =>
    new Promise<void>((resolve) => {
      pinged.push(resolve);
      socket.send(JSON.stringify({ type: 'ping' }));
    });
  await Promise.race([refused, new Promise((resolve) => socket.addEventListener('open', resolve))]);
  socket.send(JSON.stringify({ type: 'register', address }));
  await Promise.race([refused, arrived()]);
  refused.catch(() => {});
  const all = async () => {
    await arrived();
    return heard.events;
  };
  return { events: heard.events, until: heard.until, all };
}

const longestWaitMs = 25_000;

/** Keeps what was heard, and wakes whoever waits for it. */
function createGathering(address: string) {
  const events: LiveBody[] = [];
  const waiting = new Set<(body: LiveBody) => void>();
  const take = (body: LiveBody) => {
    events.push(body);
    for (const hear of waiting) hear(body);
  };
  const until: LiveLog['until'] = (fits, what = 'a live event') => {
    const found = events.find(fits);
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const fail = () =>
        reject(new Error(`${what} on ${address} did not come; seen: ${JSON.stringify(events.slice(-5))}`));
      const timer = setTimeout(fail, longestWaitMs);
      const hear = (body: LiveBody) => {
        if (!fits(body)) return;
        clearTimeout(timer);
        waiting.delete(hear);
        resolve(body);
      };
      waiting.add(hear);
    });
  };
  return { events, take, until };
}
