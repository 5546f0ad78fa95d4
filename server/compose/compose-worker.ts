import { parentPort } from 'node:worker_threads';
import { type ComposeInput, compose } from './compose.ts';

parentPort?.on('message', (input: ComposeInput) => parentPort?.postMessage(compose(input)));
