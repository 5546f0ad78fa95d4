import { topic } from './topic.ts';
import type { WizardRow } from './wizards.ts';

// In a file of their own: every page hears of topics, few know the form of a wizard.

/** Events of topic xwizards. */
export type WizardsEventBody =
  | { action: 'addNew'; wizard: WizardRow }
  /** `edition`: of a name that was changed by itself, not by a save of the wizard. */
  | { action: 'rename'; id: number; name: string; version: number; edition?: number }
  | { action: 'deleted'; ids: number[] };
/** What happens to the list of wizards. */
export const wizardsTopic = topic<WizardsEventBody>('xwizards');
/** Saves of wizards, each with the name of the session that saved (D-LIVE-05). */
export const wizardTopic = topic<{ action: 'wizardSaved'; id: number; name: string; uuid: string; edition: number }>(
  'xwizard',
);
