import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import mammoth from 'mammoth';

// A thread has a priority of its own on Linux: where processors are scarce, the event loop goes first.
if (process.platform === 'linux') setPriority(0, 10);

/** Pictures of a document are not those of a post, which are named in its project: they are left out. */
const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));

/** A link that leads to no page: a script, a file of the writer's machine. */
const strangeLink = /<a href="(?!https?:|mailto:|#)[^"]*"[^>]*>/gi;

parentPort?.on('message', async (bytes: Uint8Array) => {
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage });
    parentPort?.postMessage(value.replace(/<img\b[^>]*>/g, '').replace(strangeLink, '<a>'));
  } catch {
    // What a stranger's file makes the library say is of no use to who sent it.
    parentPort?.postMessage(null);
  }
});
