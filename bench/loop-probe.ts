import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into a product that is measured: tells who started it how long its event loop was held since it was last asked.
const histogram = monitorEventLoopDelay({ resolution: 5 });
histogram.enable();
process.on('message', (asked) => {
  if (asked !== 'loop') return;
  process.send?.({ loopMaxMs: histogram.count === 0 ? 0 : histogram.max / 1e6 });
  histogram.reset();
});
process.channel?.unref();
