import { parentPort, workerData } from 'node:worker_threads';
import { type ComposeInput, compose } from './compose.ts';

parentPort?.postMessage(compose(workerData as ComposeInput));
