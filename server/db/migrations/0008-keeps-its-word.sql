-- Every change of a project or of a site row gets a higher number: a reader keeps the highest it heard of, so answers
-- and events may overtake each other.
create sequence row_versions;
create function set_row_version() returns trigger language plpgsql as $$
begin
  new.version := nextval('row_versions');
  return new;
end $$;
alter table projects add column version bigint not null default nextval('row_versions');
alter table project_sites add column version bigint not null default nextval('row_versions');
create trigger projects_version before update on projects for each row execute function set_row_version();
create trigger project_sites_version before update on project_sites for each row execute function set_row_version();

-- A project that is deleted while sends are out has no campaign any more; it goes when they are at rest.
alter table projects alter column campaign_id drop not null;
-- When a schedule comes due, for the tick: its date, or the projects whose end it waits for.
alter table projects add column starts_at timestamptz;
alter table projects add column waits_for bigint[];
update projects set
  starts_at = case when schedule->>'scheduleType' = 'FixedDate'
    then to_timestamp((schedule->>'startDate') || ' +00', 'DD/MM/YYYY HH24:MI TZH') end,
  waits_for = case when schedule->>'scheduleType' = 'AfterProject'
    then array(select jsonb_array_elements_text(schedule->'sourceProjectIds')::bigint) end
where schedule is not null;
drop index projects_status;
create index projects_status on projects (status, starts_at);

-- A host that asked for patience (Retry-After) is left alone until then, whoever wants something of it.
alter table hosts add column hold_until timestamptz;
alter table hosts add column hold_reason text;
-- Why nothing goes to a host now, for people; null when it is free.
create function host_wait(h hosts) returns text language sql stable as $$
  select case when h.stopped then 'Traffic to this host is stopped'
    when h.hold_until > now() then 'The site asked to wait until ' || to_char(h.hold_until at time zone 'UTC',
      case when h.hold_until < now() + interval '20 hours' then 'HH24:MI:SS' else 'YYYY-MM-DD HH24:MI' end) || ' UTC' end;
$$;

-- When the answer was lost: settling is counted from here.
alter table posts add column lost_at timestamptz;
update posts set lost_at = now() where state in ('LOOKUP', 'LOOKING');
drop index posts_open;
drop index posts_unfinished;
create index posts_holding on posts (project_id) where state in ('PLANNED', 'CLAIMED', 'SENDING');
create index posts_unfinished on posts (project_id) where state not in ('SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN');
alter table posts add constraint posts_state check (state in
  ('WAITING', 'PLANNED', 'CLAIMED', 'SENDING', 'LOOKUP', 'LOOKING', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN'));

-- A project has one run at a time. What an earlier fault left open without an owner is closed.
update posts set state = 'SKIPPED', finished_at = now(), claimed_by = null
where run_id in (select r.id from runs r join projects p on p.id = r.project_id where r.ended_at is null and p.run_id is distinct from r.id)
  and state not in ('SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN');
update runs r set ended_at = now() from projects p
where p.id = r.project_id and r.ended_at is null and p.run_id is distinct from r.id;
create unique index runs_one_open on runs (project_id) where ended_at is null;

-- The read that follows a post belongs to its task: while it is claimed it holds the post's place at its site.
alter table link_checks add column module text;
alter table link_checks add column site_id text;
create index link_checks_slot on link_checks (module, site_id) where module is not null and claimed_by is not null;

-- Whatever ends such a read (its proof, a later try, the rescue, the end of its link) gives the place back.
create function free_site_place() returns trigger language plpgsql as $$
begin
  perform refresh_site_queue(old.module, old.site_id, false);
  return null;
end $$;
create trigger checks_over after delete on link_checks for each row
  when (old.module is not null and old.claimed_by is not null) execute function free_site_place();
create trigger checks_let_go after update of claimed_by on link_checks for each row
  when (old.module is not null and old.claimed_by is not null and new.claimed_by is null) execute function free_site_place();

-- When the next act may go out on the wire; next_at says when the next post may be claimed.
alter table site_queue add column act_next_at timestamptz not null default now();

-- Sets when a site is next ready: not before its gap, not above its posts at once. The one place that decides it. The row
-- is locked first, so that of two ends at one moment the later sees the earlier.
create or replace function refresh_site_queue(m text, s text, used_now boolean) returns void language plpgsql as $$
begin
  insert into site_queue (module, site_id) values (m, s) on conflict do nothing;
  perform 1 from site_queue where module = m and site_id = s for update;
  update site_queue q set
    next_at = case when used_now then now() + make_interval(secs => t.gap_ms / 1000.0) else q.next_at end,
    ready_at = case
      when t.busy >= t.at_once or t.due is null then null
      else greatest(case when used_now then now() + make_interval(secs => t.gap_ms / 1000.0) else q.next_at end, t.due)
    end
  from (
    select coalesce(i.at_once, 1) as at_once, coalesce(i.gap_ms, 0) as gap_ms, site_busy(m, s) as busy,
      (select min(p.due_at) from posts p where p.module = m and p.site_id = s and p.state in ('PLANNED', 'LOOKUP')) as due
    from (select 1) one left join sites i on i.module = m and i.site_id = s
  ) t
  where q.module = m and q.site_id = s;
end $$;

-- Tasks at a site now: posts in work, posts that were called off while a worker prepared them, until it has left, and the
-- reads that follow a post.
create index posts_leaving on posts (module, site_id) where state = 'SKIPPED' and claimed_by is not null;
create function site_busy(m text, s text) returns bigint language sql stable as $$
  select (select count(*) from posts p where p.module = m and p.site_id = s and p.state in ('CLAIMED', 'LOOKING', 'SENDING'))
    + (select count(*) from posts p where p.module = m and p.site_id = s and p.state = 'SKIPPED' and p.claimed_by is not null)
    + (select count(*) from link_checks c where c.module = m and c.site_id = s and c.claimed_by is not null);
$$;

-- Claims due posts for a process, in the order in which their sites became ready. One claim at a time over all
-- processes: it waits for nobody (what another holds is passed over), and so the limits hold everywhere.
drop function claim_posts(uuid, int, int);
create function claim_posts(boot uuid, max_rows int, max_threads int)
returns table (post posts, row_version bigint) language plpgsql as $$
declare
  free int;
  ids bigint[];
begin
  perform pg_advisory_xact_lock(728346102);
  select least(max_rows, max_threads - count(*)) into free from posts where state in ('CLAIMED', 'LOOKING', 'SENDING');
  if free <= 0 then return; end if;
  with ready as materialized (
    select q.module, q.site_id, coalesce(s.at_once, 1) as at_once, coalesce(s.gap_ms, 0) as gap_ms
    from site_queue q
    left join sites s on s.module = q.module and s.site_id = q.site_id
    left join hosts h on h.host = s.host
    where q.ready_at <= now() and not coalesce(h.stopped, false) and coalesce(h.hold_until, '-infinity') <= now()
    order by q.ready_at limit free for update of q skip locked
  ), picked as materialized (
    select p.id from ready r cross join lateral (
      select id from posts
      where module = r.module and site_id = r.site_id and state in ('PLANNED', 'LOOKUP') and due_at <= now()
      order by due_at, id
      limit least(case when r.gap_ms > 0 then 1 else free end, greatest(0, r.at_once - site_busy(r.module, r.site_id)))
      for update skip locked
    ) p limit free
  ), claimed as (
    update posts set claimed_by = boot, state = case posts.state when 'PLANNED' then 'CLAIMED' else 'LOOKING' end
    from picked where posts.id = picked.id and posts.state in ('PLANNED', 'LOOKUP')
    returning posts.id, project_id, module, site_id, email
  ), shown as (
    update project_sites r set status = 'RUNNING', wait_info = null from claimed c
    where r.project_id = c.project_id and r.module = c.module and r.site_id = c.site_id and r.email = c.email
  )
  select array_agg(id) into ids from claimed;
  perform refresh_site_queue(k.module, k.site_id, true)
  from (select distinct module, site_id from posts where id = any(ids)) k;
  -- A site without a due post (its posts were skipped or deleted) must not stand before others.
  if coalesce(array_length(ids, 1), 0) < free then
    perform refresh_site_queue(k.module, k.site_id, false) from (
      select q.module, q.site_id from site_queue q
      where q.ready_at <= now() and (site_busy(q.module, q.site_id) >= coalesce((select at_once from sites s
          where s.module = q.module and s.site_id = q.site_id), 1)
        or not exists (select from posts p where p.module = q.module and p.site_id = q.site_id
          and p.state in ('PLANNED', 'LOOKUP') and p.due_at <= now()))
      order by q.ready_at limit 500 for update of q skip locked
    ) k;
  end if;
  return query select p, r.version from posts p left join project_sites r on r.project_id = p.project_id
    and r.module = p.module and r.site_id = p.site_id and r.email = p.email where p.id = any(ids);
end $$;
alter function claim_posts(uuid, int, int) set plan_cache_mode = force_generic_plan;

-- Marks a claimed post as being sent, with its finished text, right before its first byte leaves: 0. Above 0: the gap of
-- its site is not over for so many ms. -1: it is no longer ours (called off, or taken over). -2: its host is stopped or
-- asked for patience. -3: its site was deleted, or the permission to post there was withdrawn.
create function mark_sending(post bigint, boot uuid, new_content jsonb, account text, article bigint) returns int
language plpgsql as $$
declare
  m text;
  s text;
  gap int;
  held boolean;
  allowed boolean;
  free_at timestamptz;
begin
  select p.module, p.site_id into m, s from posts p
  where p.id = post and p.state = 'CLAIMED' and p.claimed_by = boot for update;
  if not found then return -1; end if;
  select i.gap_ms, h.stopped or h.hold_until > now(), i.permission <> 'none' into gap, held, allowed
  from sites i left join hosts h on h.host = i.host where i.module = m and i.site_id = s;
  if allowed is not true then return -3; end if;
  if held then return -2; end if;
  if gap > 0 then
    select q.act_next_at into free_at from site_queue q where q.module = m and q.site_id = s for update;
    if free_at > clock_timestamp() then
      return greatest(1, ceil(extract(epoch from free_at - clock_timestamp()) * 1000));
    end if;
    free_at := clock_timestamp() + make_interval(secs => gap / 1000.0);
    update site_queue q set act_next_at = free_at, next_at = greatest(q.next_at, free_at),
      ready_at = case when q.ready_at is null then null else greatest(q.ready_at, free_at) end
    where q.module = m and q.site_id = s;
  end if;
  update posts set state = 'SENDING', content = new_content, account_key = account, article_id = article, sent_at = clock_timestamp()
  where id = post;
  insert into attempts (post_id, account, state) values (post, account, 'SENDING');
  return 0;
end $$;

-- Reserves one article at random among the least used ones below the group's limit (D-ENG-07), for a post in our hands.
-- One reservation at a time per group, so that "least used" is exact. It need not be on disk before the post that uses
-- it is: that commit writes this one too.
drop function reserve_article(bigint, bigint, double precision);
create function reserve_article(post bigint, boot uuid, grp bigint, place double precision)
returns table (id bigint, title text, body text, author_name text, author_bio text) language plpgsql as $$
declare
  cap bigint;
  used bigint;
  chosen bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  -- The post before the article, as everywhere; one that was called off meanwhile takes nothing.
  select p.article_id into chosen from posts p
  where p.id = post and p.state = 'CLAIMED' and p.claimed_by = boot for update;
  if not found then return; end if;
  -- A post that was interrupted after its reservation keeps it.
  if chosen is null then
    perform pg_advisory_xact_lock(728346104, (grp % 2147483647)::int);
    select g.max_usage_per_article into cap from content_groups g where g.id = grp;
    select a.usage_count + a.reserved into used from articles a
    where a.content_group_id = grp order by a.usage_count + a.reserved limit 1;
    if used is null or (cap > 0 and used >= cap) then return; end if;
    select a.id into chosen from articles a
    where a.content_group_id = grp and a.usage_count + a.reserved = used and a.shuffle >= place order by a.shuffle limit 1;
    if chosen is null then
      select a.id into chosen from articles a
      where a.content_group_id = grp and a.usage_count + a.reserved = used order by a.shuffle limit 1;
    end if;
    update articles a set reserved = a.reserved + 1 where a.id = chosen;
    update posts p set article_id = chosen where p.id = post;
  end if;
  return query select a.id, a.title, a.body, a.author_name, a.author_bio from articles a where a.id = chosen;
end $$;
