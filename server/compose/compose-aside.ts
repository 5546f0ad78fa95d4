import { Worker } from 'node:worker_threads';
import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { type ComposeInput, compose } from './compose.ts';

/** Articles up to this length are composed on the spot: cleaning a megabyte of tags takes a second. */
const inlineLength = 30_000;
const workerLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
const maxWorkMs = 60_000;

/** Composes a text without holding the event loop: long ones in a worker with a memory limit. */
export function composeAside(input: ComposeInput): Promise<PostContent> {
  const { title, body } = input.article;
  if (title.length + body.length <= inlineLength) return Promise.resolve(compose(input));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compose-worker.ts', import.meta.url), {
      workerData: input,
      resourceLimits: workerLimits,
    });
    const end = () => {
      clearTimeout(timer);
      void worker.terminate();
    };
    const fail = () => {
      end();
      reject(new Error('The article could not be made into a text: it is too long or too intricate'));
    };
    const timer = setTimeout(fail, maxWorkMs);
    worker.once('error', fail);
    worker.once('message', (content: PostContent) => {
      end();
      resolve(content);
    });
  });
}
