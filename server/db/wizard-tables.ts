import type { Generated } from 'kysely';

interface Wizards {
  id: Generated<number>;
  name: string;
  /** Sealed JSON. */
  wizard: string;
  version: Generated<number>;
  edition: Generated<number>;
  /** Session of the editor that made it. */
  made_by: string | null;
  /** Session of the editor that saved it last; empty after a change by other hands. */
  saved_by: Generated<string>;
}

/** Tables of wizards. */
export interface WizardTables {
  wizards: Wizards;
}
