import type { ProofState } from '#domain/contract/proofs.ts';
import { type TagTone, ToneTag } from './status-tag.tsx';

const looks: Record<ProofState, { tone: TagTone; text: string }> = {
  NONE: { tone: 'plain', text: 'Not checked' },
  CHECKING: { tone: 'blue', text: 'Checking' },
  LIVE: { tone: 'green', text: 'Live' },
  CHANGED: { tone: 'amber', text: 'Changed' },
  MISSING: { tone: 'red', text: 'Missing' },
  UNREADABLE: { tone: 'purple', text: 'Unreadable' },
};

/** Word of a proof state for people. */
export function proofText(state: ProofState): string {
  return looks[state].text;
}

/** What a stranger saw on the page, as a badge. */
export function ProofBadge({ state }: { state: ProofState }) {
  return (
    <ToneTag tone={looks[state].tone} isBusy={state === 'CHECKING'}>
      {looks[state].text}
    </ToneTag>
  );
}
