import type { RawBuilder } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { FieldsOf, ProjectKind } from '#domain/contract/projects/kinds.ts';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import type { Secrets } from '../../../db/secrets.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import type { ProjectSettings } from '../../../db/tables.ts';

/** Where the store keeps a form: references in columns, the rest in settings. */
export interface StoredForm {
  selected_campaign_id: number | null;
  profile_id: number | null;
  private_network_id: number | null;
  url_list_id: number | null;
  content_group_id: number | null;
  settings: ProjectSettings;
}
/** What a form writes there; columns that its kind does not have are left out. */
type FormColumns = Partial<Omit<StoredForm, 'settings'>> & { settings: string };

/** The project whose rows are meant; the network only for private kinds. */
export interface RowsOf {
  id: number;
  module: Module;
  networkId: number | null;
}

/** Lists that a page shows beside the link sets; they depend on the kind (API-003). */
type PageLists = Partial<
  Pick<ProjectPage, 'profiles' | 'campaigns' | 'selectedCampaignId' | 'contentGroups' | 'privateNetworks'>
>;

/** What the server does otherwise for a kind of project: one file each, listed in kinds.ts. */
export interface ServerKind<K extends ProjectKind> {
  /** The form as the store keeps it; secrets are sealed (D-GEN-11). */
  toColumns(form: FieldsOf<K>, secrets: Secrets): FormColumns;
  /** The form as screens read it; settings that an older version did not know get their defaults. */
  toForm(row: StoredForm, secrets: Secrets): FieldsOf<K>;
  /** References that no longer exist, or belong elsewhere, become null: the rules then say what is missing. */
  withKnownReferences(tx: Tx, campaignId: number, form: FieldsOf<K>): Promise<FieldsOf<K>>;
  /** Rows that it may choose from: module, site_id, email, platform, pr, dofollow, dofollow_read_at. */
  candidates(of: RowsOf): RawBuilder<unknown>;
  /** True when its rows are told apart by their account too. */
  hasEmail: boolean;
  /** True when accounts of it are confirmed by mail. */
  canVerify: boolean;
  pageLists(db: Queryable, form: FieldsOf<K> & { campaignId: number }): Promise<PageLists>;
  /** What the engine writes into a stored form stays as it is when the form is saved. */
  keepProgress?(stored: FieldsOf<K>, form: FieldsOf<K>): FieldsOf<K>;
  /** How many accounts the chosen profile has; where a kind posts without any it is left out. */
  countAccounts?(db: Queryable, form: FieldsOf<K>): Promise<number | undefined>;
  /** Number of passwords that a form shows; none when it is left out. */
  countLogins?(form: FieldsOf<K>): number;
}
