import type { Proof } from '#domain/contract/links.ts';
import { showMoment } from '#web/lib/dates.ts';
import { ToneTag } from '#web/ui/status-tag.tsx';
import './links.css';

/** What the last reading of the public page found. */
export function ProofDetails({ proof }: { proof: Proof }) {
  if (!proof.checkedAt)
    return <p className="proof-details">Not checked yet. “Check links” reads the page without a login.</p>;
  return (
    <div className="proof-details">
      <dl>
        <dt>Checked</dt>
        <dd>{showMoment(proof.checkedAt)}</dd>
        <dt>HTTP status</dt>
        <dd>{proof.httpStatus ?? 'not reached'}</dd>
        {proof.reason && (
          <>
            <dt>Finding</dt>
            <dd>{proof.reason}</dd>
          </>
        )}
      </dl>
      {proof.links.length > 0 && (
        <ul>
          {proof.links.map((link) => (
            <li key={`${link.url} ${link.anchor}`}>
              <ToneTag tone={link.found ? 'green' : 'red'}>{link.found ? 'found' : 'not found'}</ToneTag> {link.url}
              {link.found && (
                <div className="quiet">
                  anchor: {link.anchor ? `“${link.anchor}”` : 'none'} · rel: {link.rel || 'none'}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
