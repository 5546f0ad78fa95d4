import { useMemo } from 'react';
import { type Module, moduleLabels } from '#domain/contract/modules.ts';
import type { Site } from '#domain/contract/sites.ts';
import { markOf } from '#domain/rules/site-choice.ts';
import { useIsNarrow } from '#web/lib/narrow.ts';
import { basePath } from '#web/lib/path-prefix.ts';
import { countOf } from '#web/lib/plural.ts';
import { EmptyState } from './empty-state.tsx';
import { type GridRow, isPremium } from './grouped-grid/grid-tree.ts';
import { GroupedGrid } from './grouped-grid/grouped-grid.tsx';
import { siteTerms } from './site-terms.ts';

const missingText = (count: number, noun: string) =>
  `${countOf(count, `chosen ${noun} is`, `chosen ${noun}s are`)} not in the catalogue now: kept, and counted again when back`;

interface SelectionGridProps {
  /** Of what the sites are chosen. */
  label: string;
  sites: readonly Site[];
  /** Marks of all that is chosen, whether it is in the catalogue or not. */
  chosen: ReadonlySet<string>;
  onChoose: (next: ReadonlySet<string>) => void;
}

/** What is shown of the marks; marks of what is not in the catalogue now stay as they are. */
function useShownMarks(rows: readonly GridRow[], { chosen, onChoose }: SelectionGridProps) {
  const selected = useMemo(() => new Set(rows.map(({ key }) => key).filter((key) => chosen.has(key))), [rows, chosen]);
  const missing = [...chosen].filter((key) => !selected.has(key));
  return {
    selected,
    nMissing: missing.length,
    onSelect: (next: ReadonlySet<string>) => onChoose(new Set([...missing, ...next])),
  };
}

const counts = (noun: string) => (nSelected: number, nTotal: number) =>
  `Selected ${noun}: ${nSelected.toLocaleString()} · Total ${noun}: ${nTotal.toLocaleString()}`;

type PlatformLine = GridRow & { nSites: number };

function platformLines(sites: readonly Site[]): PlatformLine[] {
  const lines = new Map<string, PlatformLine>();
  for (const { id, platform } of sites) {
    const key = markOf(id.module, platform);
    const line = lines.get(key);
    if (line) line.nSites += 1;
    else lines.set(key, lineOf(key, id.module, platform));
  }
  return [...lines.values()];
}

const lineOf = (key: string, module: Module, platform: string): PlatformLine => ({
  key,
  groups: [moduleLabels[module]],
  label: platform,
  leads: isPremium(platform),
  da: 0,
  dofollow: false,
  nSites: 1,
});

/** Platforms by type: Select By Platforms. */
export function PlatformsGrid(props: SelectionGridProps) {
  const rows = useMemo(() => platformLines(props.sites), [props.sites]);
  const { selected, nMissing, onSelect } = useShownMarks(rows, props);
  const isNarrow = useIsNarrow();
  return (
    <>
      <GroupedGrid<PlatformLine>
        label={props.label}
        noun="platform"
        rowTitle="Platform"
        rows={rows}
        columns={[
          {
            key: 'sites',
            title: 'Sites',
            narrow: 'beside',
            width: '120px',
            render: (row) => (isNarrow ? countOf(row.nSites, 'site') : row.nSites.toLocaleString()),
          },
        ]}
        hasRank={false}
        selected={selected}
        onSelect={onSelect}
        counts={counts('Platforms')}
        empty={<NoSites />}
      />
      {nMissing > 0 && <p className="quiet">{missingText(nMissing, 'platform')}</p>}
    </>
  );
}

/** Sites by type and platform: Select By Sites. */
export function ChosenSitesGrid(props: SelectionGridProps) {
  const rows = useMemo<GridRow[]>(
    () =>
      props.sites.map(({ id, platform, pr, dofollow }) => ({
        key: markOf(id.module, id.siteId),
        groups: [moduleLabels[id.module], platform],
        label: id.siteId,
        da: pr,
        dofollow,
      })),
    [props.sites],
  );
  const { selected, nMissing, onSelect } = useShownMarks(rows, props);
  const isNarrow = useIsNarrow();
  return (
    <>
      <GroupedGrid<GridRow>
        label={props.label}
        rows={rows}
        columns={[
          {
            key: 'da',
            title: 'DA',
            narrow: 'beside',
            hint: siteTerms.da,
            width: '90px',
            render: (row) => (isNarrow ? `DA ${row.da}${row.dofollow ? ', dofollow' : ''}` : row.da),
          },
          {
            key: 'dofollow',
            title: 'Dofollow',
            hint: siteTerms.dofollow,
            width: '160px',
            render: (row) => (row.dofollow ? 'Yes' : 'No'),
          },
        ]}
        selected={selected}
        onSelect={onSelect}
        counts={counts('Sites')}
        empty={<NoSites />}
      />
      {nMissing > 0 && <p className="quiet">{missingText(nMissing, 'site')}</p>}
    </>
  );
}

function NoSites() {
  return (
    <EmptyState title="No sites yet" action={<a href={`${basePath}/custom-sites`}>Open Custom Sites</a>}>
      Add sites that you own or may post to under Custom Sites; they appear here.
    </EmptyState>
  );
}
