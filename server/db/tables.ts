import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { NewPerson, PlacedLink, PostContent } from '#connectors/kit/contract/platforms.ts';
import type { Confirmation } from '#domain/contract/accounts.ts';
import type { LinkSetKeywords } from '#domain/contract/links.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteStatus } from '#domain/contract/projects/projects.ts';
import type { Proof, ProofState } from '#domain/contract/proofs.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import type { Permission } from '#domain/contract/sites.ts';
import type { LinkDraw } from '#domain/rules/planning/draw-links.ts';
import type { ShownPlan } from '#domain/rules/planning/run-plan.ts';
import type { ActKind, PostState } from '#domain/states/post.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import type { CloudTables } from './cloud-tables.ts';
import type { IndexingTables } from './indexing-tables.ts';
import type { NetworkTables } from './network-tables.ts';
import type { OptionTables } from './option-tables.ts';
import type { SelectionTables } from './selection-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';
import type { WizardTables } from './wizard-tables.ts';

type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** jsonb: read parsed, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Form of a project as its kind stores it, without the references, which lie in columns so that the store can null them. */
export type ProjectSettings = Record<string, unknown>;
/** What registers an account; the password is sealed. */
export interface SignUpContent {
  person: NewPerson;
}
/** What an act sends, by its kind: publish and register. */
export type ActContent = PostContent | SignUpContent;

interface Campaigns {
  id: Generated<number>;
  name: string;
  status: WithDefault<'ACTIVE' | 'PAUSED'>;
  creating_type: WithDefault<'Manually' | 'XWizard'>;
  wizard_string: string | null;
  schedule: JsonOrNull<{ nDay: number; startDate: string }>;
  /** Session of the editor that made it. */
  made_by: string | null;
  created_at: Generated<Date>;
}
interface Profiles {
  id: Generated<number>;
  campaign_id: number;
  name: string;
  group_label: string | null;
  count: Generated<number>;
  version: Generated<number>;
}
interface Accounts {
  profile_id: number;
  site_key: string;
  email_key: string;
  site_name: string;
  email: string;
  username: string;
  /** Sealed (server/db/secrets.ts). */
  password: string;
  stopped_reason: string | null;
  made_by: number | null;
  made_at: Date | null;
  confirmation: WithDefault<Confirmation>;
  edition: Generated<number>;
}
interface ContentGroups {
  id: Generated<number>;
  name: string;
  count: Generated<number>;
  words_not_to_be_changed: WithDefault<string>;
  max_usage_per_article: WithDefault<number>;
  version: Generated<number>;
  edition: Generated<number>;
}
interface Articles {
  id: Generated<number>;
  content_group_id: number;
  title: string;
  body: string;
  author_name: WithDefault<string>;
  author_bio: WithDefault<string>;
  usage_count: WithDefault<number>;
  reserved: WithDefault<number>;
  shuffle: Generated<number>;
  edition: Generated<number>;
}
interface LinkSets {
  id: Generated<number>;
  campaign_id: number;
  name: string;
  count: Generated<number>;
  live: Generated<number>;
  changed: Generated<number>;
  missing: Generated<number>;
  unreadable: Generated<number>;
  placed: Generated<number>;
  troubled: Generated<number>;
  keywords: JsonOrNull<LinkSetKeywords>;
  check_total: WithDefault<number>;
  check_left: WithDefault<number>;
  /** In the view: a link of a check is left. In the table: the end of the check has not been told yet. */
  checking: WithDefault<boolean>;
  /** Grows with every change of its counts, folded or not, and of its name. */
  version: Generated<number>;
}
/** A link set; without a campaign it was deleted, and a task takes its links away. */
interface UrlLists extends Omit<LinkSets, 'campaign_id'> {
  campaign_id: number | null;
  check_every_days: number | null;
  /** Posts link only to those of its pages that are proved. */
  only_live: WithDefault<boolean>;
  next_check_at: Date | null;
}
interface UrlItems {
  id: Generated<number>;
  url_list_id: number;
  url: string;
  anchor: WithDefault<string>;
  links_on_page: WithDefault<string>;
  site: string | null;
  username: string | null;
  /** Sealed. */
  password: string | null;
  added_at: Generated<Date>;
  post_id: number | null;
  placed_count: WithDefault<number>;
  proof_state: WithDefault<Exclude<ProofState, 'CHECKING'>>;
  proof: JsonOrNull<Proof>;
  checked_at: Date | null;
  placed: JsonOrNull<PlacedLink[]>;
  /** Sets from which the links of `placed` were drawn, in its order. */
  target_lists: number[] | null;
  /** Of a link that posts place: pages that carry it, those on which it is seen, and when it was seen last. */
  pages: Generated<number>;
  pages_live: Generated<number>;
  seen_at: Date | null;
  /** When the site is to show the page, where a post was planned there. */
  shown_from: Date | null;
  edition: Generated<number>;
  troubled: Generated<boolean>;
}
interface LinkChecks {
  link_id: number;
  url_list_id: number;
  host: string;
  due_at: WithDefault<Date>;
  tries: WithDefault<number>;
  troubles: Generated<number>;
  at_url: string | null;
  hops: Generated<number>;
  home: string | null;
  counted: WithDefault<boolean>;
  claimed_by: string | null;
  claimed_at: Date | null;
  /** The site at which a claimed read holds a place; null for reads of link checks. */
  module: Module | null;
  site_id: string | null;
}
interface Projects {
  id: Generated<number>;
  /** Null for a project that was deleted while sends are out (engine/delete-projects.ts). */
  campaign_id: number | null;
  name: string;
  module: Module;
  status: WithDefault<ProjectStatus>;
  previous_status: ProjectStatus | null;
  started_from: ProjectStatus | null;
  last_error: JsonOrNull<string[]>;
  schedule: JsonOrNull<Schedule>;
  start_requested_at: Date | null;
  selected_campaign_id: number | null;
  profile_id: number | null;
  url_list_id: number | null;
  content_group_id: number | null;
  settings: Json<ProjectSettings>;
  run_id: number | null;
  private_network_id: number | null;
  version: Generated<number>;
  edition: Generated<number>;
  verify_asked_at: Date | null;
  starts_at: Date | null;
  waits_for: number[] | null;
  posts_since: Date | null;
  plan: JsonOrNull<ShownPlan>;
}
interface Strategies {
  id: Generated<number>;
  name: string;
  img: WithDefault<string>;
  type: WithDefault<'BUILTIN' | 'CUSTOM'>;
  description: WithDefault<string>;
  strategy: WithDefault<string>;
  version: Generated<number>;
  edition: Generated<number>;
}
interface UserEmails {
  id: Generated<number>;
  address: string;
  login: string;
  password: string;
  server: string;
  port: number;
  protocol: 'pop3' | 'imap';
  ssl: boolean;
  used: WithDefault<boolean>;
  check_spam_folder: WithDefault<boolean>;
  spam_folder_name: WithDefault<string>;
  address_key: GeneratedAlways<string>;
  login_state: WithDefault<'NEW' | 'WORKS' | 'FAILED'>;
  login_said: string | null;
  checked_at: Date | null;
  check_asked: WithDefault<boolean>;
  version: Generated<number>;
  edition: Generated<number>;
}
interface Hosts {
  host: string;
  stopped: WithDefault<boolean>;
  check_next_at: Generated<Date>;
  /** The process that probes a site there, and when the next probe may begin. */
  probed_by: string | null;
  probe_next_at: Date | null;
  hold_until: Date | null;
  hold_reason: string | null;
  reading_by: string | null;
  reading_since: Date | null;
  check_due_at: Date | null;
}
interface Sites {
  module: Module;
  site_id: string;
  platform: string;
  url: string;
  host: string;
  connector: string;
  pr: number;
  dofollow: boolean;
  /** What proofs read on its pages, which goes before; null while none has. */
  dofollow_read: boolean | null;
  dofollow_read_at: Date | null;
  img: WithDefault<boolean>;
  video: WithDefault<boolean>;
  status: WithDefault<'NEW' | 'WORKING' | 'FAILED'>;
  status_reason: string | null;
  permission: Permission;
  permission_note: string;
  permission_at: Date | null;
  /** Its host is one of the blocked sites of the options; kept by triggers. */
  blocked: Generated<boolean>;
  at_once: number;
  gap_ms: number;
  settings: JsonOrNull<SiteSettings>;
  edition: Generated<number>;
  verify_requested: WithDefault<boolean>;
  verify_claimed_at: Date | null;
  verify_claimed_by: string | null;
}
interface ProjectSites {
  project_id: number;
  module: Module;
  site_id: string;
  email: WithDefault<string>;
  checked: WithDefault<boolean>;
  status: WithDefault<SiteStatus>;
  wait_info: string | null;
  post_url: string | null;
  proof_state: ProofState | null;
  version: Generated<number>;
  due_at: Date | null;
}
interface Runs {
  id: Generated<number>;
  project_id: number;
  seed: string;
  planned: WithDefault<number>;
  succeeded: WithDefault<number>;
  failed: WithDefault<number>;
  skipped: WithDefault<number>;
  unknown: WithDefault<number>;
  started_at: Generated<Date>;
  ended_at: Date | null;
  /** So many posts in all, 0: as many as go; null: one at each site. */
  wanted: number | null;
}
interface Posts {
  id: Generated<number>;
  project_id: number;
  run_id: number;
  module: Module;
  site_id: string;
  email: WithDefault<string>;
  kind: WithDefault<ActKind>;
  state: PostState;
  due_at: Date;
  seed: string;
  marker: string;
  draws: Json<LinkDraw[]>;
  account_key: string | null;
  accounts_tried: WithDefault<string[]>;
  tries: WithDefault<number>;
  article_id: number | null;
  content: JsonOrNull<ActContent>;
  token: string | null;
  look_ups: WithDefault<number>;
  url: string | null;
  remote_id: string | null;
  reason: string | null;
  claimed_by: string | null;
  sent_at: Date | null;
  lost_at: Date | null;
  finished_at: Date | null;
  cleaned_at: Date | null;
}
interface Attempts {
  id: Generated<number>;
  post_id: number;
  account: string;
  state: 'SENDING' | 'SUCCEEDED' | 'RETRY' | 'FAILED' | 'UNCONFIRMED' | 'PENDING';
  reason: string | null;
  started_at: Generated<Date>;
  ended_at: Date | null;
}

/** A link as read from the store, its password sealed. */
export type LinkRow = Omit<
  Selectable<UrlItems>,
  'post_id' | 'placed_count' | 'checked_at' | 'placed' | 'target_lists' | 'troubled' | 'shown_from'
>;

/** All tables, as Kysely reads them. */
export interface Tables
  extends SignInTables,
    IndexingTables,
    NetworkTables,
    OptionTables,
    CloudTables,
    SelectionTables,
    WizardTables {
  settings: { key: string; value: Json<unknown> };
  processes: { boot_id: string; host: string; pid: number; roles: string; heartbeat_at: WithDefault<Date> };
  live_payloads: { id: Generated<number>; body: string; created_at: Generated<Date> };
  campaigns: Campaigns;
  strategies: Strategies;
  profiles: Profiles;
  accounts: Accounts;
  content_groups: ContentGroups;
  articles: Articles;
  url_lists: UrlLists;
  url_items: UrlItems;
  link_sets: LinkSets;
  link_checks: LinkChecks;
  projects: Projects;
  user_emails: UserEmails;
  hosts: Hosts;
  sites: Sites;
  project_sites: ProjectSites;
  runs: Runs;
  posts: Posts;
  attempts: Attempts;
  site_queue: {
    module: Module;
    site_id: string;
    next_at: Generated<Date>;
    act_next_at: Generated<Date>;
    ready_at: Date | null;
  };
}
