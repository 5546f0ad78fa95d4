/** On which day of a Spread a post goes out, counted from its start (D-SCHED-07). */
export const dayOfSpread = (index: number, { nPosts, nDays }: { nPosts: number; nDays: number }): number =>
  Math.floor((index * nDays) / nPosts);

/** How many posts a Spread has on a day, counted from its start. */
export const postsOnDay = (day: number, { nPosts, nDays }: { nPosts: number; nDays: number }): number =>
  Math.ceil(((day + 1) * nPosts) / nDays) - Math.ceil((day * nPosts) / nDays);
