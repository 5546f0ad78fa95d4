import { ToneTag } from '#web/ui/status-tag.tsx';

const words = { NEW: 'Verifier idle', VERIFYING: 'Verifying', STOPPING: 'Stopping' } as const;

/** State of the verifier. */
export function VerifierTag({ status }: { status: keyof typeof words }) {
  return (
    <span role="status">
      <ToneTag tone={status === 'NEW' ? 'plain' : 'blue'} isBusy={status !== 'NEW'}>
        {words[status]}
      </ToneTag>
    </span>
  );
}
