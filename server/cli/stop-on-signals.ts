/**
 * Stops in order on Ctrl-C or SIGTERM; the same signal once more ends at once. Another one does not: a terminal tells the
 * whole group of Ctrl-C, and a parent that ends by it may add its SIGTERM.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stoppedBy: NodeJS.Signals | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stoppedBy === signal) process.exit(1);
      if (stoppedBy) return;
      stoppedBy = signal;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
}
