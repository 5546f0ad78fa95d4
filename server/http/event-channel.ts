import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { type ClientFrame, isTopic, lostAfterMs, type ServerFrame, sessionOver } from '#domain/contract/live.ts';
import type { App } from '../app.ts';
import type { SessionWatch } from './session-watch.ts';

/** The only path that is upgraded, and only in this spelling. */
export const channelPath = '/eventbus';
const maxTopics = 200;
/** A window that does not read is cut off before its backlog fills the memory. */
const maxBacklog = 8 * 1024 * 1024;

/** Time for a window to answer that its channel is closed. */
const farewellMs = 5_000;
/** Close code of RFC 6455's registry: connect again. */
const serviceRestart = 1012;

/** The live channel at /eventbus (D-LIVE-01, D-LIVE-02); session and origin were checked by the guard. */
export function addEventChannel(server: FastifyInstance, app: App, watch: SessionWatch): void {
  server.get(channelPath, { websocket: true, config: { isChannel: true } }, (socket, request) => {
    const end = serve(socket, app);
    const release = watch.hold(request.sessionUser?.session ?? '', end);
    socket.on('close', release);
  });
}

/** Serves a socket; the answer ends it: from then on nothing is sent, whatever its window does. */
function serve(socket: WebSocket, app: App): () => void {
  const topics = new Map<string, () => void>();
  let heardAt = Date.now();
  const send = (frame: ServerFrame) => {
    if (socket.bufferedAmount > maxBacklog) socket.terminate();
    else socket.send(JSON.stringify(frame));
  };
  const register = (address: string) => {
    if (!isTopic(address)) return send({ type: 'err', address, message: 'No such topic' });
    if (topics.has(address)) return;
    if (topics.size >= maxTopics) return send({ type: 'err', address, message: `At most ${maxTopics} topics` });
    topics.set(
      address,
      app.live.subscribe(address, (event) => send({ type: 'rec', ...event })),
    );
  };
  const unregister = (address: string) => {
    topics.get(address)?.();
    topics.delete(address);
  };
  const watch = setInterval(() => {
    if (Date.now() - heardAt > lostAfterMs) socket.terminate();
  }, 10_000);
  watch.unref();
  const onMessage = (data: WebSocket.RawData) => {
    heardAt = Date.now();
    const frame = readFrame(String(data));
    if (!frame) send({ type: 'err', address: '', message: 'Not a valid frame' });
    else if (frame.type === 'ping') send({ type: 'pong' });
    else if (frame.type === 'register') register(frame.address);
    else unregister(frame.address);
  };
  socket.on('message', onMessage);
  // The window connects again and loads what it shows.
  const offGap = app.live.onGap(() => socket.close(serviceRestart, 'Events were missed'));
  const release = () => {
    offGap();
    clearInterval(watch);
    for (const address of [...topics.keys()]) unregister(address);
  };
  socket.on('close', release);
  return () => {
    socket.off('message', onMessage);
    release();
    socket.close(sessionOver, 'Please sign in');
    // A window that does not answer the farewell is cut off.
    setTimeout(() => socket.terminate(), farewellMs).unref();
  };
}

function readFrame(data: string): ClientFrame | undefined {
  try {
    const frame = JSON.parse(data) as Partial<Record<'type' | 'address', unknown>> | null;
    if (frame?.type === 'ping') return { type: 'ping' };
    if ((frame?.type === 'register' || frame?.type === 'unregister') && typeof frame.address === 'string')
      return { type: frame.type, address: frame.address };
  } catch {
    // Answered as an invalid frame.
  }
  return undefined;
}
