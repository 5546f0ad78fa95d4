-- What is counted carries a version, so that of two tellings that overtook each other the newer one stays. The count of a
-- profile or a group changes with its row; that of a link set is the sum of its row and of changes not folded into it yet:
-- its version counts them, wherever they are.
alter table profiles add column version bigint not null default nextval('row_versions');
create trigger profiles_version before update on profiles for each row execute function set_row_version();
alter table content_groups add column version bigint not null default nextval('row_versions');
create trigger content_groups_version before update on content_groups for each row execute function set_row_version();
alter table url_lists add column version bigint not null default 0;

create or replace view link_sets as
  select l.id, l.campaign_id, l.name, l.keywords, l.check_total, greatest(0, l.check_left + c.check_left) as check_left,
    exists (select from link_checks k where k.url_list_id = l.id and k.counted) as checking,
    l.count + c.count as count, l.live + c.live as live, l.changed + c.changed as changed, l.missing + c.missing as missing,
    l.unreadable + c.unreadable as unreadable, l.troubled + c.troubled as troubled, l.placed + c.placed as placed,
    l.version + c.changes as version
  from url_lists l cross join lateral (
    select count(*) as changes, coalesce(sum(d.count), 0)::bigint as count, coalesce(sum(d.live), 0)::bigint as live,
      coalesce(sum(d.changed), 0)::bigint as changed, coalesce(sum(d.missing), 0)::bigint as missing,
      coalesce(sum(d.unreadable), 0)::bigint as unreadable, coalesce(sum(d.troubled), 0)::bigint as troubled,
      coalesce(sum(d.check_left), 0)::bigint as check_left, coalesce(sum(d.placed), 0)::bigint as placed
    from link_count_changes d where d.url_list_id = l.id
  ) c
  where l.campaign_id is not null;

create or replace function fold_link_counts() returns void language sql as $$
  with lists as materialized (
    select id from url_lists where id in (select url_list_id from link_count_changes) order by id
    for no key update skip locked
  ), gone as (delete from link_count_changes where url_list_id in (select id from lists) returning *),
  sums as (
    select url_list_id, count(*) as changes, sum(count) as count, sum(live) as live, sum(changed) as changed, sum(missing) as missing,
      sum(unreadable) as unreadable, sum(troubled) as troubled, sum(check_left) as check_left, sum(placed) as placed
    from gone group by 1
  )
  update url_lists l set count = l.count + s.count, live = l.live + s.live, changed = l.changed + s.changed,
    missing = l.missing + s.missing, unreadable = l.unreadable + s.unreadable, troubled = l.troubled + s.troubled,
    check_left = l.check_left + s.check_left, placed = l.placed + s.placed,
    version = l.version + s.changes
  from sums s where l.id = s.url_list_id;
$$;
