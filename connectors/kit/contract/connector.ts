import type { ConnectorAsk, ConnectorField, FieldValue } from '#domain/contract/connectors.ts';
import type { Tools } from './tools.ts';

/** Values of the declared fields by name, each checked against its declaration; one that was left empty is missing. */
export type Credentials = Readonly<Record<string, FieldValue | undefined>>;

/** What every connector declares, as plain data: the server sends it in one catalogue and the screens draw it. */
export interface Connector {
  /** Stored with keys and sites: never changed again. */
  id: string;
  label: string;
  /** Fields of its account or key. */
  fields: ConnectorField[];
  /** What the operator has to do elsewhere: before the first use (`setup`), and when a key stops working. */
  asks: ConnectorAsk[];
}

/** A connector of a service with an address of its own and a key. */
export interface ServiceConnector extends Connector {
  /** Where the service answers unless the operator names another address; '' where only the operator can know. */
  address: string;
  /** Is the key good, said in one sentence, with what is left on it; throws one of the four errors when it is not. */
  check(job: ServiceJob): Promise<Checked>;
}

/** Everything one call of a service needs. */
export interface ServiceJob {
  /** Address in use, without "/" at its end: the only host that the key is sent to. */
  address: string;
  key: Credentials;
  tools: Tools;
}

/** What a Test found. */
export interface Checked {
  /** One sentence for the operator: "Signed in as Ann, may publish". */
  detail: string;
  /** True where the service knows no question for its key: nothing was found out. */
  cannotTell?: true;
  balance?: Balance;
}

/** What is left on a key. */
export interface Balance {
  amount: number;
  unit: 'usd' | 'credits' | 'requests' | 'words';
}

/** Where work that a service does later stands. */
export interface Waiting {
  state: 'waiting';
  /** Handed back when it is asked for again; the service's own id, or all that is needed to ask. */
  token: string;
}

/** Text of a field, '' when it was left empty. */
export function textField(values: Credentials, name: string): string {
  const value = values[name];
  return value === undefined ? '' : String(value);
}
