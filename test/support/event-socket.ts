import { WebSocket } from 'undici';
import type { LiveBody, ServerFrame } from '#domain/contract/live.ts';
import { gatherEvents, type LiveLog, type TestApp } from './start-app.ts';

/** Gathers the events of a topic as a window does: over the event channel, with the session's cookie. */
export async function hearTopic(app: TestApp, address: string): Promise<LiveLog & { close(): void }> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/eventbus`, { headers: { cookie: app.cookie } });
  const hearers = new Set<(body: LiveBody) => void>();
  const ready = new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the event channel refused')));
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as ServerFrame;
      if (frame.type === 'pong') resolve();
      else if (frame.type === 'rec') for (const hear of hearers) hear(frame.body);
    });
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'register', address }));
      // Answered after the registration.
      socket.send(JSON.stringify({ type: 'ping' }));
    });
  });
  const log = gatherEvents(address, (hear) => hearers.add(hear));
  await ready;
  return { ...log, close: () => socket.close() };
}
