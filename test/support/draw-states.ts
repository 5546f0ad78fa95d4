import { writeFileSync } from 'node:fs';
import { nextPostState, postEvents, postStates } from '#domain/states/post.ts';
import { nextStatus, projectEvents, projectStatuses } from '#domain/states/project.ts';

/** Where the pictures lie. */
export const statesFile = new URL('../../docs/states.md', import.meta.url).pathname;

/** A table of transitions as a Mermaid diagram; events between the same two states share an arrow. */
function draw<State extends string, Event extends string>(
  states: readonly State[],
  events: readonly Event[],
  next: (state: State, event: Event) => State | null,
): string {
  const arrows = new Map<string, Event[]>();
  for (const state of states)
    for (const event of events) {
      const to = next(state, event);
      if (to === null) continue;
      const arrow = `${state} --> ${to}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), event]);
    }
  const lines = [...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`);
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

/** The page of the states as the code has them. */
export function drawStates(): string {
  return `# States

Drawn from \`domain/states\` by \`node test/support/draw-states.ts\`; a test proves them fresh.

## Project

\`unschedule\` and \`verifyEnd\` return to the status of before; the arrow to NEW only says that they are allowed. Downloading
statuses are never entered (D-PROJ-04).

${draw(projectStatuses, projectEvents, nextStatus)}

## Act

One planned post at one site. WAITING is for time, host or slot; after SENDING bytes may have left.

${draw(postStates, postEvents, nextPostState)}
`;
}

if (import.meta.main) writeFileSync(statesFile, drawStates());
