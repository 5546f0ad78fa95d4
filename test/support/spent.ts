/** CPU that this thread spends, in ms: unlike a clock it does not count what others do on a busy machine. */
const threadMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
};

/** CPU that work on this thread takes, in ms. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  return threadMs(before);
}

/** Watches from now on how long the event loop is held; answers the longest stretch of CPU between two turns, in ms. */
export function watchLoop(): () => number {
  let longest = 0;
  let before = process.threadCpuUsage();
  const turn = () => {
    longest = Math.max(longest, threadMs(before));
    before = process.threadCpuUsage();
  };
  const timer = setInterval(turn, 5);
  return () => {
    clearInterval(timer);
    turn();
    return longest;
  };
}
