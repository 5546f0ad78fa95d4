import { formatUtcMinute } from '../../contract/schedules.ts';
import type { Strategy } from '../../contract/strategies.ts';
import { type Wizard, type WizardNode, wizard } from '../../contract/wizards.ts';
import { readDiagram } from '../diagrams/cells.ts';
import { nodesOf } from '../diagrams/nodes.ts';
import { fitToDepth } from './fit.ts';

/** What a new wizard is begun with. */
export interface NewWizard {
  strategy: Pick<Strategy, 'id' | 'name' | 'description' | 'img' | 'strategy'>;
  id?: number | null;
  name: string;
  campaignName: string;
  now: Date;
  /** Without mail of the product its own the operator's mailbox is asked for (part L). */
  hasProductMail: boolean;
  /** Any text that no other wizard has: links and times are drawn from it. */
  seed: string;
}

const halfAnHour = 30 * 60_000;

/** The start that is proposed: in half an hour. */
export const nextStart = (now: Date): string => formatUtcMinute(new Date(now.getTime() + halfAnHour));

/** A wizard with the defaults of a strategy: one project for each box and module that hangs on the Money Site (D-WIZ-09). */
export function newWizard({ strategy, now, hasProductMail, ...of }: NewWizard): Wizard {
  const { id, name, description, img, strategy: text } = strategy;
  const projects = projectsOf(text);
  return fitToDepth(
    wizard.parse({
      ...of,
      strategy: { id, name, description, img, strategy: text },
      projects,
      depth: projects.at(-1)?.tier ?? 0,
      emailSource: hasProductMail ? 'PRODUCT' : 'MANUAL',
      startDate: nextStart(now),
    }),
  );
}

function projectsOf(text: string): WizardNode[] {
  const read = readDiagram(text);
  if ('reason' in read) return [];
  return nodesOf(read.cells).nodes.map(({ boxId: _, ...node }) => ({
    ...node,
    name: node.name.slice(0, 1_000),
    profileName: node.profileName.slice(0, 255),
    // A private network is chosen; accounts are made for all others.
    createNewAccount: !node.module.startsWith('Private'),
    profileId: null,
    numberOfPosts: 1,
    usedProfileId: null,
  }));
}
