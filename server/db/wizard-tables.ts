import type { Generated } from 'kysely';

interface Wizards {
  id: Generated<number>;
  name: string;
  /** Sealed JSON. */
  wizard: string;
  version: Generated<number>;
  edition: Generated<number>;
}

/** Tables of wizards. */
export interface WizardTables {
  wizards: Wizards;
}
