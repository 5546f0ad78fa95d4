-- A site that is deleted takes its rows out of all projects, whoever deletes it: they were shown nowhere any more, but their
-- tallies went on counting them. The rows are taken in the one order in which everybody locks them. Rows with an email are
-- those of private networks, whose sites are none of the catalogue; indexers are none either.
create index project_sites_site on project_sites (module, site_id);
create function delete_rows_of_sites() returns trigger language plpgsql as $$
begin
  perform 1 from project_sites r join sites_old o using (module, site_id) where r.email = ''
    order by r.project_id, r.module, r.site_id, r.email for update of r;
  delete from project_sites r using sites_old o where r.module = o.module and r.site_id = o.site_id and r.email = '';
  return null;
end $$;
create trigger sites_gone after delete on sites referencing old table as sites_old
  for each statement execute function delete_rows_of_sites();
delete from project_sites r where r.email = '' and r.module <> 'Indexer' and r.module not like 'Private%'
  and not exists (select from sites s where s.module = r.module and s.site_id = r.site_id);
