import type { ConnectorField } from '#domain/contract/connectors.ts';
import type { Balance, Credentials, ServiceConnector, ServiceJob } from './connector.ts';

/** What a spinner gives: `{a|b}` to be resolved by us, or one finished variant. */
export type SpinForm = 'spintax' | 'variant';

/** A text to be spun. */
export interface SpinOrder {
  text: string;
  as: SpinForm;
  /** Words and phrases that must stand in the result as they are: anchors, names. */
  protectedWords: string[];
  /** Words that no dictionary has, which stand for markup: told like protected ones; who put them there looks after them. */
  marks?: string[];
  /** Two letters: "en". */
  language: string;
  /** Values of the declared settings. */
  settings: Credentials;
}

/** A spun text. */
export interface Spun {
  text: string;
  as: SpinForm;
  /** What is left on the key, where the answer says it. */
  balance?: Balance;
}

/** A service that rewrites texts. A rewrite changes nothing over there but may cost: it is sent as an act. */
export interface Spinner extends ServiceConnector {
  gives: SpinForm[];
  /** Languages it knows, by two letters. */
  languages: string[];
  maxLength: number;
  /** Least time between two texts of one key, in ms. */
  gapMs: number;
  /** Choices of each text: quality, nesting. */
  settings: ConnectorField[];
  /** A result in which a protected word is missing raises Fatal: it must never be posted. */
  spin(job: ServiceJob, order: SpinOrder): Promise<Spun>;
}
