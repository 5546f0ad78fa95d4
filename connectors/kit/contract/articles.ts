import type { ConnectorField } from '#domain/contract/connectors.ts';
import type { Balance, Credentials, ServiceConnector, ServiceJob, Waiting } from './connector.ts';

/** What is wanted: articles about keywords. */
export interface ArticleOrder {
  /** The first is the subject, the others belong to it. */
  keywords: string[];
  /** So many at most. */
  wanted: number;
  /** A tag of BCP 47: "en", "zh-Hant". */
  language: string;
  /** Titles that are there already: what is written is to be about something else. */
  besides?: string[];
  /** Values of the declared settings. */
  settings: Credentials;
}

/** An article as a source gives it. */
export interface SourceArticle {
  /** The source's own id; '' where there is none. */
  remoteId: string;
  title: string;
  body: string;
  /** Spintax is resolved by us, once per post. */
  markup: 'html' | 'text' | 'spintax';
  /** Line that must be shown with it; '' when none is asked for. */
  credit: string;
}

/** Articles that are ready. */
export interface Articles {
  state: 'ready';
  articles: SourceArticle[];
  balance?: Balance;
}

/** A source of articles: searched, built or written on order. */
export interface ArticleSource extends ServiceConnector {
  /** Most articles of one order. */
  maxWanted: number;
  /** How often it may be asked for what is written on order, and when there is no hope any more, in ms. */
  pace: { pollMs: number; giveUpMs: number };
  /** Choices of each order: length, category. */
  settings: ConnectorField[];
  /** Finds or orders, once: what dies after it left is Unconfirmed where it costs. Nothing found is an empty list. */
  find(job: ServiceJob, order: ArticleOrder): Promise<Articles | Waiting>;
  /** Reads only; for sources that write on order. */
  poll?(job: ServiceJob, token: string): Promise<Articles | Waiting>;
  /** What an order may name at the service: its categories, the operator's campaigns there. Reads only. */
  list?(job: ServiceJob): Promise<{ value: string; label: string }[]>;
}
