import type { Schedule } from '../../contract/schedules.ts';
import { type Random, seededRandom } from '../random.ts';
import { dayOfSpread, postsOnDay } from '../spread.ts';
import { type DrawnSet, drawLinks, type LinkBounds, type LinkDraw } from './draw-links.ts';

const dayMs = 86_400_000;
/** Anchor types are dealt out by exact quota over so many posts of a run that makes a number of them. */
const blockSize = 100;

/** What a wizard showed of a project before it was made. */
export interface ShownPlan {
  /** Links and times of its run are drawn from it, as those that were shown were. */
  seed: string;
  /** By link set id: how many links of each anchor type, for each block of its posts. */
  mix: Record<string, number[][]>;
}

/** The sets with what was planned of them for a block of posts; one post a site is one block. */
export function plannedSets(sets: readonly DrawnSet[], plan: ShownPlan | null, block: number): DrawnSet[] {
  return sets.map((set) => ({ ...set, planned: plan?.mix[set.linkSetId]?.[block] }));
}

type Duration = Pick<Schedule, 'durationType' | 'nDay'>;

interface Posts {
  nPosts: number;
  links: LinkBounds;
  schedule: Duration | null;
}

/** The links of one post at each site of a run, and when each goes out, in ms from its start. */
export function drawPosts(random: Random, sets: DrawnSet[], { nPosts, links, schedule }: Posts) {
  const draws = drawLinks(random, sets, { ...links, nPosts });
  return { draws, dueTimes: spreadOver(random, nPosts, schedule) };
}

/** Delays from the start in ms: none for Once; for Spread evenly over the days at random minutes (D-SCHED-07). */
export function spreadOver(random: Random, nPosts: number, schedule: Duration | null): number[] {
  const nDays = schedule?.durationType === 'Spread' ? (schedule.nDay ?? 1) : 0;
  if (nDays === 0) return Array.from({ length: nPosts }, () => 0);
  return Array.from({ length: nPosts }, (_, index) => {
    const day = dayOfSpread(index, { nPosts, nDays });
    return day * dayMs + Math.floor(random() * 1_440) * 60_000;
  });
}

/** In which block the n-th post of a run stands that makes `toMake` of them, and where in it; the last block is shorter. */
export function blockAt(nth: number, toMake: number): { block: number; at: number; nPosts: number } {
  const block = Math.floor(nth / blockSize);
  const at = nth % blockSize;
  const left = toMake - block * blockSize;
  return { block, at, nPosts: left > at && left < blockSize ? left : blockSize };
}

interface Block {
  links: LinkBounds;
  block: number;
  nPosts: number;
}

/** The links of the posts of a block; each block has a seed of its own, so that they need not be kept. */
export function drawBlock(seed: string, sets: DrawnSet[], { links, block, nPosts }: Block): LinkDraw[][] {
  return drawLinks(seededRandom(`${seed} links ${block} of ${nPosts}`), sets, { ...links, nPosts });
}

interface Stretch {
  seed: string;
  /** Which posts are asked for: so many from this one on. */
  from: number;
  count: number;
}

/** When posts of a run that makes a number of them over some days go out, in ms from its start, those of a day in their order. */
export function delaysOfGoing({ seed, from, count }: Stretch, over: { nPosts: number; nDays: number }): number[] {
  const days = new Map<number, number[]>();
  return Array.from({ length: count }, (_, index) => {
    const nth = from + index;
    const day = dayOfSpread(nth, over);
    const first = Math.ceil((day * over.nPosts) / over.nDays);
    const minutes = days.get(day) ?? minutesOf(seededRandom(`${seed} day ${day}`), day, over);
    days.set(day, minutes);
    return day * dayMs + (minutes[nth - first] ?? 0) * 60_000;
  });
}

/** The minutes of a day at which its posts go out, in their order: the next one of a site waits for the one before. */
const minutesOf = (random: Random, day: number, over: { nPosts: number; nDays: number }): number[] =>
  Array.from({ length: postsOnDay(day, over) }, () => Math.floor(random() * 1_440)).toSorted(
    (one, other) => one - other,
  );
