-- Names are ordered as people do, site2 before site10, by the rules that the browser has too (web/lib/natural-order.ts).
create collation natural_order (provider = icu, locale = 'und-u-kn-true');
drop index accounts_by_email;
drop index accounts_by_username;
create index accounts_by_site on accounts (profile_id, (site_key collate natural_order), (email_key collate natural_order));
create index accounts_by_email on accounts (profile_id, (email_key collate natural_order), (site_key collate natural_order));
-- Columns of their own, not expressions: the row at a place is then found by the index alone.
alter table accounts add column username_key text collate natural_order generated always as (lower(username)) stored;
create index accounts_by_username on accounts
  (profile_id, username_key, (site_key collate natural_order), (email_key collate natural_order));
create index accounts_stopped on accounts (profile_id, (site_key collate natural_order), (email_key collate natural_order))
  where stopped_reason is not null;
drop index articles_title;
alter table articles add column title_key text collate natural_order generated always as (left(title, 200)) stored;
create index articles_title on articles (content_group_id, title_key, id);
drop index url_items_by_url;
alter table url_items add column url_key text collate natural_order generated always as (left(url, 300)) stored;
create index url_items_by_url on url_items (url_list_id, url_key, id);

-- What lists of links are narrowed to. Their first order is by date: a range of dates is a part of it.
create index url_items_added on url_items (url_list_id, added_at, id);
create index url_items_site on url_items (url_list_id, lower(site) text_pattern_ops, added_at, id) where site is not null;
create index url_items_bare on url_items (url_list_id, added_at, id) where anchor = '';

-- As in 0018, by the index that there is now.
create or replace function fold_target_changes() returns table (link bigint) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(728346110);
  return query with gone as (
    delete from target_changes returning *
  ), sums as materialized (
    select g.url_list_id, g.url, sum(g.pages) as pages, sum(g.pages_live) as pages_live, max(g.seen_at) as seen_at
    from gone g group by 1, 2
  ), held as materialized (
    select i.id, s.pages, s.pages_live, s.seen_at from sums s join url_items i on i.url_list_id = s.url_list_id
      and i.url_key = left(s.url, 300) and i.url = s.url and i.post_id is null
    order by i.id for no key update of i
  )
  update url_items i set pages = greatest(0, i.pages + h.pages), pages_live = greatest(0, i.pages_live + h.pages_live),
    seen_at = greatest(i.seen_at, h.seen_at)
  from held h where i.id = h.id returning i.id;
end $$;

-- A link that posts placed and whose own page nobody read is told by its pages: it is no link that was not checked.
create index url_items_placed on url_items (url_list_id, added_at, id) where proof_state = 'NONE' and pages > 0;
create index url_items_unproved on url_items (url_list_id, added_at, id) where proof_state = 'NONE' and pages = 0;
alter table url_lists add column placed bigint not null default 0;
alter table link_count_changes add column placed bigint not null default 0;
update url_lists l set placed = c.n from (
  select url_list_id, count(*) as n from url_items where proof_state = 'NONE' and pages > 0 group by 1
) c where c.url_list_id = l.id;

create or replace view link_sets as
  select l.id, l.campaign_id, l.name, l.keywords, l.check_total, greatest(0, l.check_left + c.check_left) as check_left,
    exists (select from link_checks k where k.url_list_id = l.id and k.counted) as checking,
    l.count + c.count as count, l.live + c.live as live, l.changed + c.changed as changed, l.missing + c.missing as missing,
    l.unreadable + c.unreadable as unreadable, l.troubled + c.troubled as troubled, l.placed + c.placed as placed
  from url_lists l cross join lateral (
    select coalesce(sum(d.count), 0)::bigint as count, coalesce(sum(d.live), 0)::bigint as live,
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
    select url_list_id, sum(count) as count, sum(live) as live, sum(changed) as changed, sum(missing) as missing,
      sum(unreadable) as unreadable, sum(troubled) as troubled, sum(check_left) as check_left, sum(placed) as placed
    from gone group by 1
  )
  update url_lists l set count = l.count + s.count, live = l.live + s.live, changed = l.changed + s.changed,
    missing = l.missing + s.missing, unreadable = l.unreadable + s.unreadable, troubled = l.troubled + s.troubled,
    check_left = l.check_left + s.check_left, placed = l.placed + s.placed
  from sums s where l.id = s.url_list_id;
$$;

create or replace function count_links() returns trigger language plpgsql as $$
declare sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into link_count_changes (url_list_id, count, live, changed, missing, unreadable, troubled, placed)
  select url_list_id, sign * count(*), sign * count(*) filter (where proof_state = 'LIVE'),
    sign * count(*) filter (where proof_state = 'CHANGED'), sign * count(*) filter (where proof_state = 'MISSING'),
    sign * count(*) filter (where proof_state = 'UNREADABLE'), sign * count(*) filter (where troubled),
    sign * count(*) filter (where proof_state = 'NONE' and pages > 0)
  from rows_changed where exists (select from url_lists l where l.id = rows_changed.url_list_id) group by 1;
  return null;
end $$;

create or replace function count_proofs() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (url_list_id, live, changed, missing, unreadable, troubled, placed)
  select n.url_list_id,
    count(*) filter (where n.proof_state = 'LIVE') - count(*) filter (where o.proof_state = 'LIVE'),
    count(*) filter (where n.proof_state = 'CHANGED') - count(*) filter (where o.proof_state = 'CHANGED'),
    count(*) filter (where n.proof_state = 'MISSING') - count(*) filter (where o.proof_state = 'MISSING'),
    count(*) filter (where n.proof_state = 'UNREADABLE') - count(*) filter (where o.proof_state = 'UNREADABLE'),
    count(*) filter (where n.troubled) - count(*) filter (where o.troubled),
    count(*) filter (where n.proof_state = 'NONE' and n.pages > 0) - count(*) filter (where o.proof_state = 'NONE' and o.pages > 0)
  from rows_new n join rows_old o using (id)
  where n.proof_state <> o.proof_state or n.troubled <> o.troubled or (n.pages > 0) <> (o.pages > 0) group by 1;
  return null;
end $$;
