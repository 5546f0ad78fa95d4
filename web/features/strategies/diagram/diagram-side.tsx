import { Alert } from 'antd';
import { useMemo } from 'react';
import type { Module } from '#domain/contract/modules.ts';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { outlineOf } from '#domain/rules/diagrams/outline.ts';
import { countOf } from '#web/lib/plural.ts';

interface DiagramSideProps {
  cells: readonly AnyCell[];
  /** For which there is a premium site. */
  premiumModules: ReadonlySet<Module>;
  /** Selects the box that a warning is about, and leads to it. */
  onChoose: (boxId: string) => void;
}

/** What a diagram would make, tier by tier, and what to look at before. */
export function DiagramSide({ cells, premiumModules, onChoose }: DiagramSideProps) {
  const { tiers, warnings } = useMemo(() => outlineOf(cells, premiumModules), [cells, premiumModules]);
  return (
    <aside className="panel diagram-side" aria-label="What it makes">
      <h2>What it makes</h2>
      {tiers.length === 0 && <p className="quiet">Nothing yet: no box hangs on the Money Site.</p>}
      {tiers.map(({ tier, projects, accountStores }) => (
        <section key={tier} aria-label={`Tier ${tier}`}>
          <strong>Tier {tier}</strong>
          <ul>
            {projects.map(({ module, label, count }) => (
              <li key={module}>
                {label}
                {count > 1 ? ` × ${count}` : ''}
              </li>
            ))}
            <li className="quiet">{countOf(accountStores, 'store of accounts', 'stores of accounts')}</li>
          </ul>
        </section>
      ))}
      {warnings.length > 0 && (
        <Alert
          type="warning"
          title={`To look at: ${warnings.length}`}
          description={
            <ul>
              {warnings.map(({ boxId, text }) => (
                <li key={`${boxId} ${text}`}>
                  <button type="button" className="warning-link" onClick={() => onChoose(boxId)}>
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          }
        />
      )}
    </aside>
  );
}
