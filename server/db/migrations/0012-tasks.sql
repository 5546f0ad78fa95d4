-- How far a task is; the task itself is a job of pg-boss (schema pgboss, docs/decisions/0012).
create table task_progress (
  task_id uuid primary key,
  done bigint not null default 0,
  total bigint,
  note text,
  updated_at timestamptz not null default now()
);

-- A long link set that was deleted has no campaign any more: nobody sees it, and a task takes its links away.
alter table url_lists alter column campaign_id drop not null;
create or replace view link_sets as
  select l.id, l.campaign_id, l.name, l.keywords, l.check_total, greatest(0, l.check_left + c.check_left) as check_left,
    exists (select from link_checks k where k.url_list_id = l.id and k.counted) as checking,
    l.count + c.count as count, l.live + c.live as live, l.changed + c.changed as changed, l.missing + c.missing as missing,
    l.unreadable + c.unreadable as unreadable, l.troubled + c.troubled as troubled
  from url_lists l cross join lateral (
    select coalesce(sum(d.count), 0)::bigint as count, coalesce(sum(d.live), 0)::bigint as live,
      coalesce(sum(d.changed), 0)::bigint as changed, coalesce(sum(d.missing), 0)::bigint as missing,
      coalesce(sum(d.unreadable), 0)::bigint as unreadable, coalesce(sum(d.troubled), 0)::bigint as troubled,
      coalesce(sum(d.check_left), 0)::bigint as check_left
    from link_count_changes d where d.url_list_id = l.id
  ) c
  where l.campaign_id is not null;
