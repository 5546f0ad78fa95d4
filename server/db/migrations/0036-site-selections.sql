-- Named choices of sites. What they name is kept though it leaves the catalogue: it counts again when it comes back.
create table site_selections (
  id bigint generated always as identity primary key,
  name text not null,
  selection_type text not null default 'Condition' check (selection_type in ('Condition', 'Manually')),
  img boolean not null default false,
  video boolean not null default false,
  dofollow boolean not null default false,
  min_pr int not null default 0 check (min_pr between 0 and 100),
  version bigint not null default nextval('row_versions'),
  edition bigint not null default nextval('row_versions')
);
create trigger site_selections_version before update on site_selections for each row execute function set_row_version();
-- Each save names the type, also one that changes marks alone; a rename does not.
create trigger site_selections_edition before update of selection_type on site_selections
  for each row execute function set_row_edition();
create table selected_sites (
  selection_id bigint not null references site_selections on delete cascade,
  module text not null,
  site_id text not null,
  primary key (selection_id, module, site_id)
);
create table selected_platforms (
  selection_id bigint not null references site_selections on delete cascade,
  module text not null,
  platform text not null,
  primary key (selection_id, module, platform)
);

-- Probes that are under way: after Stop the verifier is stopping until none is left.
create index sites_in_probe on sites (module, site_id) where verify_claimed_at is not null;
-- Probes keep to the pace of their host: one at a time, and its gap after it. Who is at it may die: then anybody takes it.
alter table hosts add column probed_by uuid, add column probe_next_at timestamptz;
