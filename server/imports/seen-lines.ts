const nShards = 64;
const firstCapacity = 256;
/** Beyond this many different keys no more are remembered: 12 to 24 bytes each, below 100 MB. */
const maxKeys = 4_000_000;

interface Shard {
  high: Uint32Array;
  low: Uint32Array;
  /** Line of the key, 0 for a free place. */
  lines: Uint32Array;
  size: number;
}

/**
 * Remembers on which line of a file a key stood first. Keys are kept as hashes of 64 bits in typed arrays, so that a
 * million lines take some 20 MB; many small tables, so that none takes long to grow.
 */
export class SeenLines {
  readonly #shards: Shard[] = Array.from({ length: nShards }, () => emptyShard(firstCapacity));
  #nKeys = 0;

  /** Line of the same key before, or undefined; then this line is remembered. */
  seenAt(key: string, line: number): number | undefined {
    const [high, low] = hashOf(key);
    const index = high % nShards;
    let shard = this.#shards[index] as Shard;
    const place = findPlace(shard, high, low);
    const before = shard.lines[place];
    if (before) return before;
    if (this.#nKeys >= maxKeys) return undefined;
    this.#nKeys += 1;
    put(shard, place, { high, low, line });
    if (shard.size * 2 > shard.lines.length) {
      shard = grown(shard);
      this.#shards[index] = shard;
    }
    return undefined;
  }
}

function emptyShard(capacity: number): Shard {
  return {
    high: new Uint32Array(capacity),
    low: new Uint32Array(capacity),
    lines: new Uint32Array(capacity),
    size: 0,
  };
}

function findPlace(shard: Shard, high: number, low: number): number {
  const mask = shard.lines.length - 1;
  let place = low & mask;
  while (shard.lines[place] !== 0 && (shard.high[place] !== high || shard.low[place] !== low))
    place = (place + 1) & mask;
  return place;
}

function put(shard: Shard, place: number, { high, low, line }: { high: number; low: number; line: number }): void {
  shard.high[place] = high;
  shard.low[place] = low;
  shard.lines[place] = line;
  shard.size += 1;
}

function grown(shard: Shard): Shard {
  const larger = emptyShard(shard.lines.length * 2);
  for (const [at, line] of shard.lines.entries()) {
    if (line === 0) continue;
    const [high, low] = [shard.high[at] as number, shard.low[at] as number];
    put(larger, findPlace(larger, high, low), { high, low, line });
  }
  return larger;
}

/** Two hashes of 32 bits that mix differently (cyrb53). */
function hashOf(key: string): [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return [high >>> 0, low >>> 0];
}
