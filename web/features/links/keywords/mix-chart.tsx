import type { z } from 'zod';
import { anchorTypes, type LinkSetKeywords, type linkSetMix } from '#domain/contract/links.ts';
import { anchorTexts } from '#web/ui/keyword-mix.tsx';

interface MixChartProps {
  /** As typed in the form, saved or not. */
  planned: LinkSetKeywords;
  /** Undefined while it is loading. */
  mix: z.output<typeof linkSetMix.reply> | undefined;
  hasFailed: boolean;
}

/** Planned beside placed: two bars for each anchor type, every number as text too. */
export function MixChart({ planned, mix, hasFailed }: MixChartProps) {
  const nTyped = mix ? anchorTypes.reduce((sum, type) => sum + mix.placed[type], 0) : 0;
  const share = (count: number) => (nTyped === 0 ? 0 : (100 * count) / nTyped);
  return (
    <figure className="mix-chart">
      <figcaption>
        <strong>Mix of anchors</strong>
        <span>
          <i aria-hidden="true" />
          Planned
        </span>
        <span>
          <i className="mix-placed" aria-hidden="true" />
          Placed
        </span>
        <span role="status">{placedText({ mix, hasFailed, nTyped })}</span>
      </figcaption>
      <table>
        <thead>
          <tr>
            <th scope="col">Anchor</th>
            <td />
            <th scope="col" className="mix-number">
              Planned
            </th>
            <th scope="col" className="mix-number mix-placed-number">
              Placed
            </th>
          </tr>
        </thead>
        <tbody>
          {anchorTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{anchorTexts[type]}</th>
              <td aria-hidden="true">
                <div className="mix-bars">
                  <span className={`mix-${type}`} style={{ width: `${planned[`${type}Percentage`]}%` }} />
                  <span className={`mix-${type} mix-placed`} style={{ width: `${share(mix?.placed[type] ?? 0)}%` }} />
                </div>
              </td>
              <td className="mix-number">{planned[`${type}Percentage`]}%</td>
              <td className="mix-number mix-placed-number">
                {nTyped === 0 || !mix
                  ? '–'
                  : `${share(mix.placed[type]).toFixed(1)}% (${mix.placed[type].toLocaleString()})`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function placedText({ mix, hasFailed, nTyped }: Omit<MixChartProps, 'planned'> & { nTyped: number }): string {
  if (hasFailed) return 'Failed to load what was placed. Unexpected error';
  if (!mix) return 'Counting what was placed…';
  if (mix.total === 0) return 'No link of this set was placed yet';
  const own = mix.total - nTyped;
  const ownText = own > 0 ? `, ${own.toLocaleString()} of them with their own anchor` : '';
  return `${mix.total.toLocaleString()} placed${ownText}`;
}
