import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the stand-in answers from now on: its word, a page instead of JSON, or the line cut. */
export type VerifyMood = 'good' | 'bad' | 'broken' | 'cut';

/** A stand-in for Google's check of captcha tokens (https://developers.google.com/recaptcha/docs/verify). */
export interface Siteverify {
  url: string;
  mood: VerifyMood;
  /** Forms it was sent. */
  asked: Record<string, string>[];
  close(): Promise<void>;
}

/** Starts the stand-in on 127.0.0.1. */
export async function startSiteverify(): Promise<Siteverify> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const isForm =
        request.method === 'POST' && request.headers['content-type'] === 'application/x-www-form-urlencoded';
      standIn.asked.push(isForm ? Object.fromEntries(new URLSearchParams(body)) : {});
      if (standIn.mood === 'cut') response.destroy();
      else if (standIn.mood === 'broken') response.end('<h1>Sorry</h1>');
      else if (standIn.mood === 'good') response.end(JSON.stringify({ success: true, hostname: 'linkwright.test' }));
      else response.end(JSON.stringify({ success: false, 'error-codes': ['invalid-input-response'] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: Siteverify = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/recaptcha/api/siteverify`,
    mood: 'good',
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
