import { parentPort } from 'node:worker_threads';
import { type RawMail, readMail } from './read-mail.ts';

// The worker of read-mail-aside.ts: answers each mail with what it says.
parentPort?.on('message', (mail: RawMail) => {
  void readMail(mail).then((read) => parentPort?.postMessage(read));
});
