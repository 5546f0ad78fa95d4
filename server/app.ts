import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Secrets } from './db/secrets.ts';
import type { Store } from './db/store.ts';
import type { CurrentOptions } from './engine/options.ts';
import type { TaskRoom } from './engine/tasks/task-room.ts';
import type { Live } from './live/live.ts';
import type { Outside } from './outside/outside.ts';

/** What every part of the server is handed; never more than ten fields. */
export interface App {
  config: Config;
  store: Store;
  secrets: Secrets;
  live: Live;
  outside: Outside;
  /** Work that takes time. */
  tasks: TaskRoom;
  options: CurrentOptions;
  log: Logger;
  /** Names this run of this process; claims carry it. */
  bootId: string;
  /** Tells the engines of all processes that there may be work. */
  wake(): void;
}
