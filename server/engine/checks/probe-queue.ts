import type { Queue, Work } from '../queue.ts';

const maxAtOnce = 4;

/** Probes of sites that ask for it; each worker goes on until none does. */
export class ProbeQueue implements Queue {
  size = 0;
  private isDue = false;
  private readonly probeOne: () => Promise<boolean>;

  /** `probeOne` claims and probes a site; false when none asks for it, or the process stops. */
  constructor(probeOne: () => Promise<boolean>) {
    this.probeOne = probeOne;
  }

  /** Sites ask for a probe. */
  look(): void {
    this.isDue = true;
  }

  async claim(): Promise<Work[]> {
    const free = this.isDue ? maxAtOnce - this.size : 0;
    this.isDue = false;
    this.size += free;
    return Array.from({ length: free }, () => () => this.probeAll());
  }

  private async probeAll(): Promise<void> {
    try {
      while (await this.probeOne());
    } finally {
      this.size -= 1;
    }
  }
}
