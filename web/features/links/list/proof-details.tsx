import type { UrlItem } from '#domain/contract/links.ts';
import type { Proof } from '#domain/contract/proofs.ts';
import { plannedAt } from '#domain/rules/planned-posts.ts';
import { countOf } from '#web/lib/plural.ts';
import { Moment } from '#web/ui/moment.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import '../links.css';

/** What the last good reading of the public page found, and why it cannot be read now. */
export function ProofDetails({ proof, placed = null }: { proof: Proof; placed?: UrlItem['placed'] }) {
  const { checkedAt, trouble } = proof;
  if (!checkedAt && !trouble && placed)
    return (
      <div className="proof-details">
        <PlacedNote placed={placed} />
      </div>
    );
  const planned = plannedAt(proof.reason);
  if (!checkedAt && !trouble && planned)
    return (
      <p className="proof-details">
        Not checked yet: it goes public at <Moment at={planned} />, and is checked then by itself.
      </p>
    );
  if (!checkedAt && !trouble)
    return <p className="proof-details">Not checked yet. “Check links” reads the page without a login.</p>;
  return (
    <div className="proof-details">
      {placed && <PlacedNote placed={placed} />}
      {trouble && <TroubleNote trouble={trouble} />}
      {checkedAt && (
        <dl>
          <dt>{trouble ? 'Last read' : 'Checked'}</dt>
          <dd>
            <Moment at={checkedAt} />
          </dd>
          <dt>HTTP status</dt>
          <dd>{proof.httpStatus ?? 'not reached'}</dd>
          {proof.changes.length > 0 && (
            <>
              <dt>Changed</dt>
              <dd>{proof.changes.join(', ')}</dd>
            </>
          )}
          {proof.reason && (
            <>
              <dt>Finding</dt>
              <dd>{worded(proof.reason)}</dd>
            </>
          )}
        </dl>
      )}
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

function PlacedNote({ placed }: { placed: NonNullable<UrlItem['placed']> }) {
  return (
    <dl>
      <dt>Placed on</dt>
      <dd>{countOf(placed.pages, 'page')}</dd>
      <dt>Live on</dt>
      <dd>{countOf(placed.live, 'page')}</dd>
      <dt>Last seen</dt>
      <dd>
        <Moment at={placed.seenAt} none="not yet" />
      </dd>
    </dl>
  );
}

function TroubleNote({ trouble }: { trouble: NonNullable<Proof['trouble']> }) {
  return (
    <dl>
      <dt>Not readable</dt>
      <dd>{worded(trouble.reason)}</dd>
      <dt>Tried</dt>
      <dd>
        <Moment at={trouble.at} />
      </dd>
      <dt>Next try</dt>
      <dd>
        <Moment at={trouble.nextTryAt} none="when you check again" />
      </dd>
    </dl>
  );
}
