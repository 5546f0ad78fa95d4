-- What lists tell of projects and links is counted by the store itself, as differences that are folded once a second (as
-- link_count_changes in 0001): no post waits for a common row, and no list counts posts.

-- How far each project is. last_run_at: when its last run was planned. The version grows with every change.
create table project_tallies (
  project_id bigint primary key references projects on delete cascade,
  chosen bigint not null default 0,
  done bigint not null default 0,
  failed bigint not null default 0,
  unknown bigint not null default 0,
  live bigint not null default 0,
  last_run_at timestamptz,
  version bigint not null default nextval('row_versions')
);
-- Posts of a project by the day (UTC) on which they are due or ended. planned: by its last run from that day on.
create table project_days (
  project_id bigint not null references projects on delete cascade,
  day date not null,
  planned bigint not null default 0,
  done bigint not null default 0,
  failed bigint not null default 0,
  primary key (project_id, day)
);
-- No reference: writing one must not lock the project.
create table project_changes (
  project_id bigint not null,
  day date not null default (now() at time zone 'utc')::date,
  chosen bigint not null default 0,
  done bigint not null default 0,
  failed bigint not null default 0,
  unknown bigint not null default 0,
  live bigint not null default 0,
  ended_well bigint not null default 0,
  ended_badly bigint not null default 0
);
create index project_changes_project on project_changes (project_id);

create function add_tally() returns trigger language plpgsql as $$
begin
  insert into project_tallies (project_id) values (new.id);
  return null;
end $$;
create trigger projects_tally after insert on projects for each row execute function add_tally();

create function note_run() returns trigger language plpgsql as $$
begin
  update project_tallies set last_run_at = new.started_at, version = nextval('row_versions') where project_id = new.project_id;
  return null;
end $$;
create trigger runs_noted after insert on runs for each row execute function note_run();

-- Rows that change in nothing that is counted (most do: a claim, a wait) write nothing.
create function count_project_sites() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into project_changes (project_id, chosen, done, failed, unknown, live, ended_well, ended_badly)
    select n.project_id, sum(n.checked::int - o.checked::int),
      sum((n.checked and n.status = 'SUCCESS')::int - (o.checked and o.status = 'SUCCESS')::int),
      sum((n.checked and n.status = 'FAILED')::int - (o.checked and o.status = 'FAILED')::int),
      sum((n.checked and n.status = 'UNKNOWN')::int - (o.checked and o.status = 'UNKNOWN')::int),
      sum((n.checked and n.proof_state is not distinct from 'LIVE')::int - (o.checked and o.proof_state is not distinct from 'LIVE')::int),
      sum((n.status = 'SUCCESS' and o.status <> 'SUCCESS')::int), sum((n.status = 'FAILED' and o.status <> 'FAILED')::int)
    from rows_new n join rows_old o using (project_id, module, site_id, email)
    where n.checked <> o.checked
      or (n.status <> o.status and (n.status in ('SUCCESS', 'FAILED', 'UNKNOWN') or o.status in ('SUCCESS', 'FAILED', 'UNKNOWN')))
      or (n.proof_state is not distinct from 'LIVE') <> (o.proof_state is not distinct from 'LIVE')
    group by 1;
  else
    insert into project_changes (project_id, chosen, done, failed, unknown, live)
    select project_id, s.sign * count(*), s.sign * count(*) filter (where status = 'SUCCESS'),
      s.sign * count(*) filter (where status = 'FAILED'), s.sign * count(*) filter (where status = 'UNKNOWN'),
      s.sign * count(*) filter (where proof_state = 'LIVE')
    from rows_new cross join (select case when tg_op = 'INSERT' then 1 else -1 end as sign) s
    where checked group by 1, s.sign;
  end if;
  return null;
end $$;
create trigger project_sites_added after insert on project_sites referencing new table as rows_new
  for each statement execute function count_project_sites();
create trigger project_sites_gone after delete on project_sites referencing old table as rows_new
  for each statement execute function count_project_sites();
create trigger project_sites_counted after update on project_sites referencing old table as rows_old new table as rows_new
  for each statement execute function count_project_sites();

-- Folds the differences; gives back the projects whose numbers changed. What somebody else folds is left for the next time,
-- what belongs to a project that was deleted goes.
create function fold_project_changes() returns table (project bigint) language plpgsql as $$
begin
  delete from project_changes c where not exists (select from projects p where p.id = c.project_id);
  return query with held as materialized (
    select t.project_id as id from project_tallies t where t.project_id in (select c.project_id from project_changes c)
    order by 1 for no key update skip locked
  ), gone as (
    delete from project_changes c where c.project_id in (select id from held) returning *
  ), by_day as (
    insert into project_days as d (project_id, day, done, failed)
    select g.project_id, g.day, sum(g.ended_well), sum(g.ended_badly) from gone g
    group by 1, 2 having sum(g.ended_well) + sum(g.ended_badly) > 0
    on conflict (project_id, day) do update set done = d.done + excluded.done, failed = d.failed + excluded.failed
  ), sums as (
    select g.project_id, sum(g.chosen) as chosen, sum(g.done) as done, sum(g.failed) as failed, sum(g.unknown) as unknown,
      sum(g.live) as live from gone g group by 1
  )
  update project_tallies t set chosen = t.chosen + s.chosen, done = t.done + s.done, failed = t.failed + s.failed,
    unknown = t.unknown + s.unknown, live = t.live + s.live, version = nextval('row_versions')
  from sums s where t.project_id = s.project_id returning t.project_id;
end $$;

insert into project_tallies (project_id, chosen, done, failed, unknown, live, last_run_at)
  select p.id, count(s.*) filter (where s.checked), count(*) filter (where s.checked and s.status = 'SUCCESS'),
    count(*) filter (where s.checked and s.status = 'FAILED'), count(*) filter (where s.checked and s.status = 'UNKNOWN'),
    count(*) filter (where s.checked and s.proof_state = 'LIVE'),
    (select max(r.started_at) from runs r where r.project_id = p.id)
  from projects p left join project_sites s on s.project_id = p.id group by p.id;
insert into project_days (project_id, day, planned, done, failed)
  select project_id, (coalesce(finished_at, due_at) at time zone 'utc')::date, count(*) filter (where state <> 'SKIPPED'),
    count(*) filter (where state = 'SUCCEEDED'), count(*) filter (where state = 'FAILED')
  from posts group by 1, 2;

-- Numbers of all projects of a campaign without a look into the wide rows.
drop index projects_campaign;
create index projects_campaign on projects (campaign_id) include (id, status, starts_at);

-- When a planned post goes to its site; null when that is not known or over.
alter table project_sites add column due_at timestamptz;
update project_sites r set due_at = p.due_at from posts p where p.state = 'WAITING' and p.due_at > now()
  and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email;
create index posts_next on posts (project_id, due_at) where state = 'WAITING';

-- Target links: on how many pages the links of posts put them, on how many a stranger sees them, and when one was seen last.
-- A page knows the sets from which its links were drawn, in the order of `placed`; it outlives its post.
alter table url_items add column target_lists bigint[];
alter table url_items add column pages bigint not null default 0;
alter table url_items add column pages_live bigint not null default 0;
alter table url_items add column seen_at timestamptz;
create table target_changes (
  url_list_id bigint not null,
  url text not null,
  pages bigint not null default 0,
  pages_live bigint not null default 0,
  seen_at timestamptz
);

create function set_target_lists() returns trigger language plpgsql as $$
begin
  new.target_lists := (select array_agg((d.value->>'linkSetId')::bigint order by d.at) from posts p
    cross join lateral jsonb_array_elements(p.draws) with ordinality d(value, at) where p.id = new.post_id);
  return new;
end $$;
create trigger links_know_targets before insert on url_items for each row
  when (new.post_id is not null and new.placed is not null) execute function set_target_lists();

-- What one page says of the links that were placed on it.
create function targets_of(placed jsonb, lists bigint[], state text, proof jsonb, checked_at timestamptz)
returns table (list bigint, url text, live int, seen_at timestamptz) language sql immutable as $$
  select lists[l.at], l.value->>'url', f.found::int, case when f.found then checked_at end
  from jsonb_array_elements(placed) with ordinality l(value, at)
  cross join lateral (select state in ('LIVE', 'CHANGED')
    and coalesce((proof->'links'->(l.at - 1)::int->>'found')::boolean, state = 'LIVE') as found) f
  where lists[l.at] is not null
$$;

create function count_targets() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into target_changes (url_list_id, url, pages_live, seen_at)
    select c.list, c.url, sum(c.live), max(c.seen_at) from (
      select t.list, t.url, t.live, t.seen_at from rows_new n cross join lateral
        targets_of(n.placed, n.target_lists, n.proof_state, n.proof, n.checked_at) t
        where n.target_lists is not null and n.checked_at is not null
      union all
      select t.list, t.url, -t.live, null from rows_old o cross join lateral
        targets_of(o.placed, o.target_lists, o.proof_state, o.proof, o.checked_at) t
        where o.target_lists is not null and o.checked_at is not null
    ) c group by 1, 2 having sum(c.live) <> 0 or max(c.seen_at) is not null;
  else
    insert into target_changes (url_list_id, url, pages, pages_live, seen_at)
    select t.list, t.url, s.sign * count(*), s.sign * sum(t.live), max(t.seen_at)
    from rows_new n cross join lateral targets_of(n.placed, n.target_lists, n.proof_state, n.proof, n.checked_at) t
    cross join (select case when tg_op = 'INSERT' then 1 else -1 end as sign) s
    where n.target_lists is not null group by 1, 2, s.sign;
  end if;
  return null;
end $$;
create trigger links_target_added after insert on url_items referencing new table as rows_new
  for each statement execute function count_targets();
create trigger links_target_gone after delete on url_items referencing old table as rows_new
  for each statement execute function count_targets();
create trigger links_target_proved after update on url_items referencing old table as rows_old new table as rows_new
  for each statement execute function count_targets();

-- Folds what pages said into the links of the sets they were drawn from; gives back the links that changed. Equal addresses of
-- a set (with several anchors) share their pages.
create function fold_target_changes() returns table (link bigint) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(728346110);
  return query with gone as (
    delete from target_changes returning *
  ), sums as materialized (
    select g.url_list_id, g.url, sum(g.pages) as pages, sum(g.pages_live) as pages_live, max(g.seen_at) as seen_at
    from gone g group by 1, 2
  ), held as materialized (
    select i.id, s.pages, s.pages_live, s.seen_at from sums s join url_items i on i.url_list_id = s.url_list_id
      and left(i.url, 300) = left(s.url, 300) and i.url = s.url and i.post_id is null
    order by i.id for no key update of i
  )
  update url_items i set pages = greatest(0, i.pages + h.pages), pages_live = greatest(0, i.pages_live + h.pages_live),
    seen_at = greatest(i.seen_at, h.seen_at)
  from held h where i.id = h.id returning i.id;
end $$;

update url_items i set target_lists = t.lists from (
  select p.id, (select array_agg((d.value->>'linkSetId')::bigint order by d.at)
    from jsonb_array_elements(p.draws) with ordinality d(value, at)) as lists from posts p where p.state = 'SUCCEEDED'
) t where t.id = i.post_id and i.placed is not null;
-- The trigger has counted what the update did, but not the pages themselves: all is counted anew.
delete from target_changes;
insert into target_changes (url_list_id, url, pages, pages_live, seen_at)
  select t.list, t.url, count(*), sum(t.live), max(t.seen_at) from url_items i
  cross join lateral targets_of(i.placed, i.target_lists, i.proof_state, i.proof, i.checked_at) t
  where i.target_lists is not null group by 1, 2;
select fold_target_changes();

-- What proofs read at a site goes before what its operator says of it.
alter table sites add column dofollow_read boolean;
alter table sites add column dofollow_read_at timestamptz;
