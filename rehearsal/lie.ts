import type { Socket } from 'node:net';

/** What a lie is told of the site it lies for. */
export interface LieContext {
  /** Address of the liar, without "/" at its end. */
  baseUrl: string;
  /** Another server that writes down who comes, and with what. */
  trapUrl: string;
  /** Number of the lie since the start. */
  number: number;
  /** Path of the request. */
  path: string;
}

/** One way to answer falsely. */
export interface Lie {
  name: string;
  /** 'quick' ends at once, 'heavy' sends much, 'slow' holds the request until its time-out. */
  kind: 'quick' | 'heavy' | 'slow';
  /** Told as soon as the connection stands, before the request is read. */
  early?: true;
  tell(socket: Socket, context: LieContext): void;
}
