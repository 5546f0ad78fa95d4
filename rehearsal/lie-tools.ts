import type { Socket } from 'node:net';

const html = 'content-type: text/html; charset=utf-8';

/** Head of an answer: status line, header lines and the empty line. */
export function head(status: string, ...lines: string[]): string {
  return `HTTP/1.1 ${status}\r\n${[html, ...lines].join('\r\n')}\r\n\r\n`;
}

/** An answer whose length is right. */
export function whole(status: string, body: string | Buffer, ...lines: string[]): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(head(status, `content-length: ${bytes.length}`, ...lines)), bytes]);
}

/** The same, as JSON. */
export function wholeJson(status: string, body: string | Buffer, ...lines: string[]): Buffer {
  const bytes = Buffer.from(body);
  const all = [`HTTP/1.1 ${status}`, 'content-type: application/json', `content-length: ${bytes.length}`, ...lines];
  return Buffer.concat([Buffer.from(`${all.join('\r\n')}\r\n\r\n`), bytes]);
}

/** Writes without end, as fast as the other side reads, until it goes or so many bytes have left. */
export function pour(socket: Socket, chunk: string | Buffer, atMost = 1_024 * 1_024 * 1_024): void {
  const bytes = Buffer.from(chunk);
  let left = atMost;
  const more = () => {
    while (!socket.destroyed && left > 0) {
      left -= bytes.length;
      if (!socket.write(bytes)) return void socket.once('drain', more);
    }
    if (!socket.destroyed) socket.end();
  };
  more();
}

/** Writes one byte every so many ms. */
export function drip(socket: Socket, text: string, everyMs: number): void {
  const bytes = Buffer.from(text);
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) return clearInterval(timer);
    socket.write(bytes.subarray(at, at + 1));
    at += 1;
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}
