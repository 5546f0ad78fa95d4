import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endWithUs } from '#test/support/end-with-us.ts';

/** After this many starts in a row it counts as broken. */
const maxStarts = 20;
const root = new URL('../..', import.meta.url).pathname;

/** One process of the product, that can be killed and started again. */
export class EngineProcess {
  /** Address of its web server; undefined while it is down. */
  url: string | undefined;
  /** What it wrote to its log since the last look: warnings and worse. */
  readonly said: string[] = [];
  /** Ends that nobody asked for, with the last words. */
  readonly deaths: string[] = [];
  #child: ChildProcess | undefined;
  /** That which is ended on purpose. */
  #ending: ChildProcess | undefined;
  #starting: Promise<void> | undefined;
  readonly #env: NodeJS.ProcessEnv;
  skewMs = 0;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** Starts it when it is down, again while its store is away, as a supervisor does; ends when it answers. */
  start(): Promise<void> {
    this.#starting ??= this.#startUntilUp().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #startUntilUp(): Promise<void> {
    for (let tried = 0; tried < maxStarts && !this.isUp; tried += 1) await this.#start();
  }

  async #start(): Promise<void> {
    if (this.#child) return;
    const preload = this.skewMs === 0 ? [] : ['--import', `${root}test/chaos/clock-shift.ts`];
    const child = endWithUs(
      spawn(process.execPath, [...preload, `${root}server/cli/start.ts`], {
        env: { ...process.env, ...this.#env, CHAOS_CLOCK_MS: String(this.skewMs) },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      if (this.url && this.#ending !== child)
        this.deaths.push(`ended with ${signal ?? code}: ${this.said.slice(-12).join(' ').slice(0, 900)}`);
      this.#child = undefined;
      this.url = undefined;
    });
    createInterface({ input: child.stderr }).on('line', (line) => this.#keep(line));
    const lines = createInterface({ input: child.stdout });
    await new Promise<void>((resolve) => {
      child.once('exit', resolve);
      lines.on('line', (line) => {
        if (line.startsWith('Linkwright is running')) {
          // What it said while it was being ended is heard late.
          if (this.#ending !== child) this.url = /http:\S+/.exec(line)?.[0];
          resolve();
        } else if (line.startsWith('{')) this.#keep(line);
      });
    });
  }

  #keep(line: string): void {
    this.said.push(line);
    if (this.said.length > 200) this.said.shift();
  }

  get isUp(): boolean {
    return this.url !== undefined;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Ends it by a signal and waits for its end; SIGKILL follows when an orderly end takes too long. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.url = undefined;
    this.#ending = child;
    const exit = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await exit;
    clearTimeout(late);
    if (this.#child === child) this.#child = undefined;
  }
}
