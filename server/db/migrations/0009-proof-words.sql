-- Waiting belongs to the host: it is held after 429 and 503 with Retry-After, for posts and for readings alike.
alter table hosts add column if not exists hold_until timestamptz;
alter table hosts add column if not exists hold_reason text;

-- Readings of a host: one at a time over all processes. check_due_at: when its next check is due at the earliest, null
-- when none waits; it may be too early, never too late.
alter table hosts add column reading_by uuid;
alter table hosts add column reading_since timestamptz;
alter table hosts add column check_due_at timestamptz;
create index hosts_check_due on hosts (check_due_at) where check_due_at is not null;
create index hosts_reading on hosts (reading_by) where reading_by is not null;

-- What was placed is the link's own: it outlives its post.
alter table url_items add column placed jsonb;
update url_items i set placed = p.content->'links' from posts p where p.id = i.post_id;

-- True while the last reading failed; the last good word stays beside it.
alter table url_items add column troubled boolean not null default false;
create index url_items_troubled on url_items (url_list_id, id) where troubled;

-- Readings that failed in a row.
alter table link_checks add column troubles int not null default 0;
-- Where a redirect to another host led: the reading goes on there at that host's pace, and begins at home the next time.
alter table link_checks add column at_url text;
alter table link_checks add column hops int not null default 0;
alter table link_checks add column home text;
create index link_checks_counted on link_checks (url_list_id) where counted;
create index link_checks_in_hand on link_checks (host) where claimed_by is not null;

-- Whoever writes a check that waits, its host is known and is told that one is due.
create function note_waiting_checks() returns trigger language plpgsql as $$
begin
  insert into hosts (host, check_due_at)
  select host, min(due_at) from rows_changed where claimed_by is null group by host order by host
  on conflict (host) do update set check_due_at = least(hosts.check_due_at, excluded.check_due_at);
  return null;
end $$;
create trigger checks_added after insert on link_checks referencing new table as rows_changed
  for each statement execute function note_waiting_checks();
create trigger checks_changed after update on link_checks referencing new table as rows_changed
  for each statement execute function note_waiting_checks();
insert into hosts (host, check_due_at)
  select host, min(due_at) from link_checks where claimed_by is null group by host
  on conflict (host) do update set check_due_at = excluded.check_due_at;

-- How much of a check is left is counted by the store itself, so that whatever takes a link out of the check (its
-- reading, a deletion, a stop) brings the check to its end.
drop view link_sets;
alter table url_lists drop column check_done;
alter table url_lists add column check_left bigint not null default 0;
alter table url_lists add column unreadable bigint not null default 0;
alter table url_lists add column troubled bigint not null default 0;
create index url_lists_checking on url_lists (id) where checking;
alter table link_count_changes add column check_left bigint not null default 0;
alter table link_count_changes add column unreadable bigint not null default 0;
alter table link_count_changes add column troubled bigint not null default 0;
update url_lists l set checking = true, check_left = c.n, check_total = greatest(check_total, c.n)
  from (select url_list_id, count(*) n from link_checks where counted group by 1) c where c.url_list_id = l.id;

create function count_check_out() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (url_list_id, check_left)
  select old.url_list_id, -1 where exists (select from url_lists l where l.id = old.url_list_id);
  return null;
end $$;
create trigger checks_ended after delete on link_checks for each row when (old.counted) execute function count_check_out();
create trigger checks_let_out after update of counted on link_checks for each row
  when (old.counted and not new.counted) execute function count_check_out();

-- A link set with its present counts; it is being checked as long as a link of the check is left.
create view link_sets as
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
  ) c;

-- The lists are locked before their changes, in order, and one that is locked is left for the next time.
create or replace function fold_link_counts() returns void language sql as $$
  with lists as materialized (
    select id from url_lists where id in (select url_list_id from link_count_changes) order by id
    for no key update skip locked
  ), gone as (delete from link_count_changes where url_list_id in (select id from lists) returning *),
  sums as (
    select url_list_id, sum(count) as count, sum(live) as live, sum(changed) as changed, sum(missing) as missing,
      sum(unreadable) as unreadable, sum(troubled) as troubled, sum(check_left) as check_left
    from gone group by 1
  )
  update url_lists l set count = l.count + s.count, live = l.live + s.live, changed = l.changed + s.changed,
    missing = l.missing + s.missing, unreadable = l.unreadable + s.unreadable, troubled = l.troubled + s.troubled,
    check_left = l.check_left + s.check_left
  from sums s where l.id = s.url_list_id;
$$;

create or replace function count_links() returns trigger language plpgsql as $$
declare sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into link_count_changes (url_list_id, count, live, changed, missing, unreadable, troubled)
  select url_list_id, sign * count(*), sign * count(*) filter (where proof_state = 'LIVE'),
    sign * count(*) filter (where proof_state = 'CHANGED'), sign * count(*) filter (where proof_state = 'MISSING'),
    sign * count(*) filter (where proof_state = 'UNREADABLE'), sign * count(*) filter (where troubled)
  from rows_changed where exists (select from url_lists l where l.id = rows_changed.url_list_id) group by 1;
  return null;
end $$;

create or replace function count_proof() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (url_list_id, live, changed, missing, unreadable, troubled) values (
    new.url_list_id,
    (new.proof_state = 'LIVE')::int - (old.proof_state = 'LIVE')::int,
    (new.proof_state = 'CHANGED')::int - (old.proof_state = 'CHANGED')::int,
    (new.proof_state = 'MISSING')::int - (old.proof_state = 'MISSING')::int,
    (new.proof_state = 'UNREADABLE')::int - (old.proof_state = 'UNREADABLE')::int,
    new.troubled::int - old.troubled::int
  );
  return null;
end $$;
drop trigger links_proved on url_items;
create trigger links_proved after update of proof_state, troubled on url_items for each row
  when (old.proof_state is distinct from new.proof_state or old.troubled <> new.troubled) execute function count_proof();
