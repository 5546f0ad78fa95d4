import type { ChildProcess } from 'node:child_process';

const children = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Lets a process that we started end when we end, in whatever way: finished, failed, or broken off by a signal. The product
 * stops its embedded store itself.
 */
export function endWithUs<Child extends ChildProcess>(child: Child, by: NodeJS.Signals = 'SIGTERM'): Child {
  watch();
  children.set(child, by);
  child.once('exit', () => children.delete(child));
  return child;
}

let isWatching = false;
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const [child, by] of children) child.kill(by);
  });
  // By itself a signal ends a process without the word above.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    if (process.listenerCount(signal) === 0) process.on(signal, () => process.exit(code));
}
