import type { ColumnType, Generated } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { SelectionType } from '#domain/contract/site-selections.ts';

type WithDefault<T> = ColumnType<T, T | undefined, T>;

interface SiteSelections {
  id: Generated<number>;
  name: string;
  selection_type: WithDefault<SelectionType>;
  img: WithDefault<boolean>;
  video: WithDefault<boolean>;
  dofollow: WithDefault<boolean>;
  min_pr: WithDefault<number>;
  version: Generated<number>;
  edition: Generated<number>;
}
interface SelectedSites {
  selection_id: number;
  module: Module;
  site_id: string;
}
interface SelectedPlatforms {
  selection_id: number;
  module: Module;
  platform: string;
}

/** Tables of site selections. */
export interface SelectionTables {
  site_selections: SiteSelections;
  selected_sites: SelectedSites;
  selected_platforms: SelectedPlatforms;
}
