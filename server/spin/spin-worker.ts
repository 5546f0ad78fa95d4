import { parentPort } from 'node:worker_threads';
import { readDictionary } from './dictionary/dictionary.ts';
import { spinText } from './spin-text.ts';

/** A text for the worker that spins. */
export interface SpinWork {
  text: string;
  protectedWords: readonly string[];
}

// One that is given work again keeps its dictionary.
const dictionary = readDictionary();
parentPort?.on('message', ({ text, protectedWords }: SpinWork) => {
  parentPort?.postMessage(spinText(text, protectedWords, dictionary).text);
});
