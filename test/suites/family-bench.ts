import { expect } from 'vitest';
import type { Credentials, ServiceConnector, ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { Dials } from '#rehearsal/fault-dials.ts';
import { createOutside, type Outside } from '#server/outside/outside.ts';

/** A service that a suite drives: of the rehearsal with dials, or a real one without. */
export interface SuiteService {
  address: string;
  /** A key that works. */
  key: Credentials;
  dial?(changes: Partial<Dials>): void;
  reset?(): void;
  close(): Promise<void>;
}

/** What the suite of a family is told. */
export interface FamilyTarget<C extends ServiceConnector> {
  connector: C;
  /** "the rehearsal", or the name of the real service. */
  against: string;
  start(): Promise<SuiteService>;
  /** A key that the service refuses, where no field of it is secret. */
  wrongKey?(key: Credentials): Credentials;
}

export const wrongSecret = 'wrong-secret-77';

/** Runs a connector against one service, and keeps every log line and error it gives off. */
export class FamilyBench<C extends ServiceConnector> {
  readonly connector: C;
  readonly at: SuiteService;
  readonly outside: Outside;
  readonly traces: string[] = [];
  /** Whole time of a request. */
  timeoutMs = 5_000;

  readonly #wrongKey: FamilyTarget<C>['wrongKey'];

  constructor(connector: C, at: SuiteService, wrongKey?: FamilyTarget<C>['wrongKey']) {
    this.connector = connector;
    this.#wrongKey = wrongKey;
    this.at = at;
    const log = (message: string, details?: Record<string, unknown>) =>
      void this.traces.push(`${message} ${JSON.stringify(details)}`);
    this.outside = createOutside({ timeoutMs: () => this.timeoutMs, log });
  }

  /** Values of the secret fields. */
  get secrets(): string[] {
    return this.secretNames.map((name) => String(this.at.key[name]));
  }

  get secretNames(): string[] {
    return this.connector.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
  }

  job(options: { key?: Credentials; address?: string; signal?: AbortSignal } = {}): ServiceJob {
    const { key = this.at.key, address = this.at.address, signal = new AbortController().signal } = options;
    const secrets = this.secretNames.map((name) => String(key[name]));
    const of = { connectorId: this.connector.id, siteUrl: address, accountKey: `${Math.random()}`, secrets };
    return { address, key, tools: this.outside.toolsFor({ ...of, signal, seed: 'suite' }) };
  }

  /** A job whose secrets are wrong; undefined where the service knows no key. */
  wrongJob(): ServiceJob | undefined {
    if (this.#wrongKey) return this.job({ key: this.#wrongKey(this.at.key) });
    if (this.secretNames.length === 0) return undefined;
    return this.job({
      key: { ...this.at.key, ...Object.fromEntries(this.secretNames.map((name) => [name, wrongSecret])) },
    });
  }

  /** The error a promise ends with; fails when it does not. */
  async failure(promise: Promise<unknown>): Promise<Error & { ask?: string; afterMs?: number }> {
    const error = await promise.then(
      (value) => expect.fail(`passed with ${JSON.stringify(value)}`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) return expect.fail('threw something that is no error');
    this.traces.push(`${error.name}: ${error.message}`);
    return error;
  }
}
