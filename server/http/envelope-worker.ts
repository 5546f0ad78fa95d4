import { parentPort, workerData } from 'node:worker_threads';
import { openEnvelope } from '#domain/rules/envelope.ts';

try {
  parentPort?.postMessage({ value: openEnvelope(workerData as string) });
} catch {
  parentPort?.postMessage({});
}
