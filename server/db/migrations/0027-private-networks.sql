-- A site of a private network is a login at the site of the catalogue that has its group and id (docs/decisions/0025). A
-- login that was refused is stopped until a project starts with it again.
alter table private_networks add column version bigint not null default nextval('row_versions');
create trigger private_networks_version before update on private_networks for each row execute function set_row_version();
alter table private_sites add column stopped_reason text;
alter table private_sites add column version bigint not null default nextval('row_versions');
create trigger private_sites_version before update on private_sites for each row execute function set_row_version();

-- A site that is deleted takes its rows out of all projects, those of private ones too: they post to the catalogue as well.
create or replace function delete_rows_of_sites() returns trigger language plpgsql as $$
begin
  perform 1 from project_sites r join sites_old o using (module, site_id)
    order by r.project_id, r.module, r.site_id, r.email for update of r;
  delete from project_sites r using sites_old o where r.module = o.module and r.site_id = o.site_id;
  return null;
end $$;

-- The same for what is taken out of a network; a network that is deleted takes its sites out first, while projects name it.
create function delete_rows_of_private_sites() returns trigger language plpgsql as $$
begin
  perform 1 from project_sites r join projects p on p.id = r.project_id
    join sites_old o on o.network_id = p.private_network_id and o."group" = r.module and o.site_id = r.site_id and o.email = r.email
    order by r.project_id, r.module, r.site_id, r.email for update of r;
  delete from project_sites r using projects p, sites_old o
    where p.id = r.project_id and o.network_id = p.private_network_id and o."group" = r.module and o.site_id = r.site_id
      and o.email = r.email;
  return null;
end $$;
create trigger private_sites_gone after delete on private_sites referencing old table as sites_old
  for each statement execute function delete_rows_of_private_sites();

-- Runs that make a number of posts (D-SCHED-08) plan on while they run: `wanted` in all, 0 as many as go; null: one at each
-- chosen site, planned at the start. Posts made since `posts_since` count for it, also those of runs before.
alter table runs add column wanted bigint;
create index runs_wanting on runs (project_id) where ended_at is null and wanted is not null;
alter table projects add column posts_since timestamptz;
