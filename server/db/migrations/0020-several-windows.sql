-- What is edited by hand carries an edition, which grows with each change of what its form shows: a save names the one that
-- was read, and an older one is refused. What else a row holds (its state, its proof, its counts) leaves it alone.
create function set_row_edition() returns trigger language plpgsql as $$
begin
  new.edition := nextval('row_versions');
  return new;
end $$;
alter table projects add column edition bigint not null default 0;
-- A save may have changed the marks of its sites alone; how far a confirmation by mail is, is the engine's word.
create trigger projects_edition before update of settings on projects for each row when (not (
  old.settings #>> '{verificationInfo,status}' is distinct from new.settings #>> '{verificationInfo,status}'
  and old.settings #- '{verificationInfo,status}' = new.settings #- '{verificationInfo,status}'
)) execute function set_row_edition();
-- Sites and accounts may be deleted and added again under the same key. First a constant, then the sequence: rows that are
-- there are not written anew.
alter table sites add column edition bigint not null default 0;
alter table sites alter column edition set default nextval('row_versions');
create trigger sites_edition before update of platform, url, connector, pr, dofollow, permission, permission_note, at_once, gap_ms
  on sites for each row when (
    (old.platform, old.url, old.connector, old.pr, old.dofollow, old.permission, old.permission_note, old.at_once, old.gap_ms)
    is distinct from
    (new.platform, new.url, new.connector, new.pr, new.dofollow, new.permission, new.permission_note, new.at_once, new.gap_ms)
  ) execute function set_row_edition();
alter table accounts add column edition bigint not null default 0;
alter table accounts alter column edition set default nextval('row_versions');
create trigger accounts_edition before update of site_name, email, username, password on accounts for each row
  when ((old.site_name, old.email, old.username, old.password) is distinct from (new.site_name, new.email, new.username, new.password))
  execute function set_row_edition();
alter table content_groups add column edition bigint not null default 0;
create trigger content_groups_edition before update of words_not_to_be_changed, max_usage_per_article on content_groups
  for each row when ((old.words_not_to_be_changed, old.max_usage_per_article)
    is distinct from (new.words_not_to_be_changed, new.max_usage_per_article)) execute function set_row_edition();
alter table url_items add column edition bigint not null default 0;
create trigger url_items_edition before update of url, anchor, links_on_page on url_items for each row
  when ((old.url, old.anchor, old.links_on_page) is distinct from (new.url, new.anchor, new.links_on_page))
  execute function set_row_edition();

-- Links live of a project: all that its posts placed and a stranger sees, whatever its present run shows of its sites. Was
-- counted by the rows of its sites, which a new run begins anew.
create or replace function count_project_sites() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into project_changes (project_id, chosen, done, failed, unknown, ended_well, ended_badly)
    select n.project_id, sum(n.checked::int - o.checked::int),
      sum((n.checked and n.status = 'SUCCESS')::int - (o.checked and o.status = 'SUCCESS')::int),
      sum((n.checked and n.status = 'FAILED')::int - (o.checked and o.status = 'FAILED')::int),
      sum((n.checked and n.status = 'UNKNOWN')::int - (o.checked and o.status = 'UNKNOWN')::int),
      sum((n.status = 'SUCCESS' and o.status <> 'SUCCESS')::int), sum((n.status = 'FAILED' and o.status <> 'FAILED')::int)
    from rows_new n join rows_old o using (project_id, module, site_id, email)
    where n.checked <> o.checked
      or (n.status <> o.status and (n.status in ('SUCCESS', 'FAILED', 'UNKNOWN') or o.status in ('SUCCESS', 'FAILED', 'UNKNOWN')))
    group by 1;
  else
    insert into project_changes (project_id, chosen, done, failed, unknown)
    select project_id, s.sign * count(*), s.sign * count(*) filter (where status = 'SUCCESS'),
      s.sign * count(*) filter (where status = 'FAILED'), s.sign * count(*) filter (where status = 'UNKNOWN')
    from rows_new cross join (select case when tg_op = 'INSERT' then 1 else -1 end as sign) s
    where checked group by 1, s.sign;
  end if;
  return null;
end $$;
-- A post is looked up by its key alone, however many there are.
create function count_links_live() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into project_changes (project_id, live)
    select c.project_id, sum(c.n) from (
      select (select p.project_id from posts p where p.id = r.post_id) as project_id, sum(r.n) as n from (
        select post_id, 1 as n from rows_new where proof_state = 'LIVE' and post_id is not null
        union all select post_id, -1 from rows_old where proof_state = 'LIVE' and post_id is not null
      ) r group by r.post_id having sum(r.n) <> 0
    ) c where c.project_id is not null group by 1;
  else
    insert into project_changes (project_id, live)
    select c.project_id, sum(c.n) from (
      select (select p.project_id from posts p where p.id = r.post_id) as project_id,
        case when tg_op = 'INSERT' then 1 else -1 end as n
      from rows_new r where r.proof_state = 'LIVE' and r.post_id is not null
    ) c where c.project_id is not null group by 1;
  end if;
  return null;
end $$;
create trigger links_live_added after insert on url_items referencing new table as rows_new
  for each statement execute function count_links_live();
create trigger links_live_gone after delete on url_items referencing old table as rows_new
  for each statement execute function count_links_live();
create trigger links_live_proved after update on url_items referencing old table as rows_old new table as rows_new
  for each statement execute function count_links_live();
update project_changes set live = 0;
update project_tallies t set version = nextval('row_versions'), live = coalesce((select count(*) from posts p
  join url_items i on i.post_id = p.id where p.project_id = t.project_id and i.proof_state = 'LIVE'), 0);

-- A site that has taken a post works, whoever looked at it before.
update sites set status = 'WORKING', status_reason = 'A post was made here'
  where status = 'NEW' and (module, site_id) in (select module, site_id from posts where state = 'SUCCEEDED');
