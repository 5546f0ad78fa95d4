create extension if not exists pg_trgm;

create table settings (key text primary key, value jsonb not null);

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique,
  password_hash text not null,
  created_at timestamptz not null default now()
);

create table sessions (
  id_hash text primary key,
  user_id bigint not null references users on delete cascade,
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_expires on sessions (expires_at);

create table login_failures (key text not null, at timestamptz not null default now());
create index login_failures_key on login_failures (key, at);

-- One row per living process: who holds which claims, and whether it still lives.
create table processes (
  boot_id uuid primary key,
  host text not null,
  pid int not null,
  roles text not null,
  heartbeat_at timestamptz not null default now()
);

-- Live events above the size of a NOTIFY payload.
create table live_payloads (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);

create table campaigns (
  id bigint generated always as identity primary key,
  name text not null,
  status text not null default 'ACTIVE',
  creating_type text not null default 'Manually',
  wizard_string text,
  schedule jsonb,
  created_at timestamptz not null default now()
);

create table strategies (
  id bigint generated always as identity primary key,
  name text not null,
  img text not null default ''
);

create table profiles (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns on delete cascade,
  name text not null,
  group_label text,
  count bigint not null default 0
);
create index profiles_campaign on profiles (campaign_id);

-- site_key, email_key: lower case forms; together the identity inside a profile (D-ACC-01).
create table accounts (
  profile_id bigint not null references profiles on delete cascade,
  site_key text not null,
  email_key text not null,
  site_name text not null,
  email text not null,
  username text not null,
  password text not null,
  stopped_reason text,
  primary key (profile_id, site_key, email_key)
);
create index accounts_by_email on accounts (profile_id, email_key, site_key);
create index accounts_by_username on accounts (profile_id, lower(username), site_key, email_key);
create index accounts_search on accounts using gin ((site_key || ' ' || email_key || ' ' || lower(username)) gin_trgm_ops);

create table content_groups (
  id bigint generated always as identity primary key,
  name text not null,
  count bigint not null default 0,
  words_not_to_be_changed text not null default '',
  max_usage_per_article bigint not null default 0
);

-- shuffle: a fixed random place, so that "at random among the least used" is one index read.
create table articles (
  id bigint generated always as identity primary key,
  content_group_id bigint not null references content_groups on delete cascade,
  title text not null,
  body text not null,
  author_name text not null default '',
  author_bio text not null default '',
  usage_count bigint not null default 0,
  reserved bigint not null default 0,
  shuffle double precision not null default random()
);
create index articles_group on articles (content_group_id, id);
create index articles_least_used on articles (content_group_id, (usage_count + reserved), shuffle);
create index articles_title on articles (content_group_id, left(title, 200), id);
create index articles_usage on articles (content_group_id, usage_count, id);

create table url_lists (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns on delete cascade,
  name text not null,
  count bigint not null default 0,
  live bigint not null default 0,
  changed bigint not null default 0,
  missing bigint not null default 0,
  keywords jsonb,
  check_total bigint not null default 0,
  check_done bigint not null default 0,
  checking boolean not null default false
);
create index url_lists_campaign on url_lists (campaign_id);

create table url_items (
  id bigint generated always as identity primary key,
  url_list_id bigint not null references url_lists on delete cascade,
  url text not null,
  anchor text not null default '',
  links_on_page text not null default '',
  site text,
  username text,
  password text,
  added_at timestamptz not null default now(),
  post_id bigint unique,
  placed_count bigint not null default 0,
  proof_state text not null default 'NONE',
  proof jsonb,
  checked_at timestamptz
);
create index url_items_list on url_items (url_list_id, id);
create index url_items_by_url on url_items (url_list_id, left(url, 300), id);
create index url_items_least_placed on url_items (url_list_id, placed_count, id);
create index url_items_proof on url_items (url_list_id, proof_state, id) where proof_state <> 'NONE';
create index url_items_search on url_items using gin ((url || ' ' || anchor) gin_trgm_ops);

-- Links whose page is to be read again; host is the unit of pace.
create table link_checks (
  link_id bigint primary key references url_items on delete cascade,
  url_list_id bigint not null,
  host text not null,
  due_at timestamptz not null default now(),
  tries int not null default 0,
  -- False for the check that follows a post: it is no part of a check of the whole set.
  counted boolean not null default true,
  claimed_by uuid,
  claimed_at timestamptz
);
create index link_checks_host on link_checks (host, due_at);
create index link_checks_list on link_checks (url_list_id);
create index link_checks_claimed on link_checks (claimed_by) where claimed_by is not null;

create table projects (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns on delete cascade,
  name text not null,
  module text not null,
  status text not null default 'NEW',
  -- Held before scheduling or verifying, to return to (D-SCHED-04, D-PROJ-05).
  previous_status text,
  -- Held before the last start: decides what a new run works on (D-ENG-04).
  started_from text,
  last_error jsonb,
  schedule jsonb,
  start_requested_at timestamptz,
  selected_campaign_id bigint references campaigns on delete set null,
  profile_id bigint references profiles on delete set null,
  url_list_id bigint references url_lists on delete set null,
  content_group_id bigint references content_groups on delete set null,
  settings jsonb not null default '{}',
  run_id bigint
);
create index projects_campaign on projects (campaign_id);
create index projects_status on projects (status);
create index projects_profile on projects (profile_id);
create index projects_list on projects (url_list_id);
create index projects_content on projects (content_group_id);
create index projects_selected on projects (selected_campaign_id);

create table hosts (
  host text primary key,
  stopped boolean not null default false,
  check_next_at timestamptz not null default now()
);

create table sites (
  module text not null,
  site_id text not null,
  platform text not null,
  url text not null,
  host text not null,
  connector text not null,
  pr int not null default 0,
  dofollow boolean not null default false,
  img boolean not null default false,
  video boolean not null default false,
  status text not null default 'NEW',
  status_reason text,
  permission text not null default 'none',
  permission_note text not null default '',
  permission_at timestamptz,
  at_once int not null,
  gap_ms int not null,
  verify_requested boolean not null default false,
  primary key (module, site_id)
);
create index sites_host on sites (host);
create index sites_to_verify on sites (module, site_id) where verify_requested;

create table project_sites (
  project_id bigint not null references projects on delete cascade,
  module text not null,
  site_id text not null,
  email text not null default '',
  checked boolean not null default false,
  status text not null default 'NONE',
  wait_info text,
  post_url text,
  proof_state text,
  primary key (project_id, module, site_id, email)
);

create table runs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  seed text not null,
  planned bigint not null default 0,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  skipped bigint not null default 0,
  unknown bigint not null default 0,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index runs_project on runs (project_id);
create index runs_open on runs (id) where ended_at is null;

-- One row per planned post: the truth of a run, and its own queue (docs/decisions/0003).
create table posts (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  run_id bigint not null references runs on delete cascade,
  module text not null,
  site_id text not null,
  email text not null default '',
  state text not null,
  due_at timestamptz not null,
  seed text not null,
  marker text not null unique,
  -- Links to draw: [{linkSetId, anchorType}], counted out over the run when it was planned.
  draws jsonb not null default '[]',
  account_key text,
  accounts_tried text[] not null default '{}',
  tries int not null default 0,
  article_id bigint references articles on delete set null,
  -- The finished text: the same on every try.
  content jsonb,
  token text,
  look_ups int not null default 0,
  url text,
  remote_id text,
  reason text,
  claimed_by uuid,
  sent_at timestamptz,
  finished_at timestamptz
);
create index posts_run on posts (run_id, state);
create index posts_site_queue on posts (module, site_id, due_at) where state in ('PLANNED', 'LOOKUP');
create index posts_in_work on posts (module, site_id) where state in ('CLAIMED', 'LOOKING', 'SENDING');
create index posts_waiting on posts (due_at) where state = 'WAITING';
create index posts_open on posts (project_id) where state in ('PLANNED', 'LOOKUP', 'CLAIMED', 'LOOKING', 'SENDING');
create index posts_unfinished on posts (run_id) where state not in ('SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN');
create index posts_project_site on posts (project_id, module, site_id, email);
create index posts_article on posts (article_id);

create table attempts (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  account text not null,
  state text not null,
  reason text,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index attempts_post on attempts (post_id);

-- Pace per site: when its next post may go out, and when it has one (null: nothing to do).
create table site_queue (
  module text not null,
  site_id text not null,
  next_at timestamptz not null default now(),
  ready_at timestamptz,
  primary key (module, site_id)
);
create index site_queue_ready on site_queue (ready_at) where ready_at is not null;

-- Sets when a site is next ready: not before its gap, not above its posts at once. The one place that decides it.
create function refresh_site_queue(m text, s text, used_now boolean) returns void language sql as $$
  insert into site_queue as q (module, site_id) values (m, s) on conflict do nothing;
  update site_queue q set
    next_at = case when used_now then now() + make_interval(secs => t.gap_ms / 1000.0) else q.next_at end,
    ready_at = case
      when t.busy >= t.at_once or t.due is null then null
      else greatest(case when used_now then now() + make_interval(secs => t.gap_ms / 1000.0) else q.next_at end, t.due)
    end
  from (
    select coalesce(i.at_once, 1) as at_once, coalesce(i.gap_ms, 0) as gap_ms,
      (select count(*) from posts p where p.module = m and p.site_id = s and p.state in ('CLAIMED', 'LOOKING', 'SENDING')) as busy,
      (select min(p.due_at) from posts p where p.module = m and p.site_id = s and p.state in ('PLANNED', 'LOOKUP')) as due
    from (select 1) one left join sites i on i.module = m and i.site_id = s
  ) t
  where q.module = m and q.site_id = s;
$$;

-- Claims due posts for a process, in the order in which their sites became ready. One claim at a time over all
-- processes: it is short, and so the limits hold everywhere.
create function claim_posts(boot uuid, max_rows int, max_threads int) returns setof posts language plpgsql as $$
declare
  free int;
  ids bigint[];
begin
  perform pg_advisory_xact_lock(728346102);
  select least(max_rows, max_threads - count(*)) into free from posts where state in ('CLAIMED', 'LOOKING', 'SENDING');
  if free <= 0 then return; end if;
  with ready as (
    select q.module, q.site_id, coalesce(s.at_once, 1) as at_once, coalesce(s.gap_ms, 0) as gap_ms
    from site_queue q
    left join sites s on s.module = q.module and s.site_id = q.site_id
    left join hosts h on h.host = s.host
    where q.ready_at <= now() and not coalesce(h.stopped, false)
    order by q.ready_at limit free
  ), picked as (
    select p.id from ready r cross join lateral (
      select id from posts
      where module = r.module and site_id = r.site_id and state in ('PLANNED', 'LOOKUP') and due_at <= now()
      order by due_at, id
      limit case when r.gap_ms > 0 then 1 else greatest(0, r.at_once - (
        select count(*) from posts b where b.module = r.module and b.site_id = r.site_id
          and b.state in ('CLAIMED', 'LOOKING', 'SENDING'))) end
    ) p limit free
  ), claimed as (
    update posts set claimed_by = boot, state = case posts.state when 'PLANNED' then 'CLAIMED' else 'LOOKING' end
    from picked where posts.id = picked.id
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
    perform refresh_site_queue(q.module, q.site_id, false) from site_queue q
    where q.ready_at <= now() and not exists (select from posts p where p.module = q.module and p.site_id = q.site_id
      and p.state in ('PLANNED', 'LOOKUP') and p.due_at <= now());
  end if;
  return query select * from posts where id = any(ids);
end $$;

-- Reserves one article at random among the least used ones below the group's limit (D-ENG-07). One reservation at a
-- time per group, so that "least used" is exact. It need not be on disk before the post that uses it is: that commit
-- writes this one too.
create function reserve_article(post bigint, grp bigint, place double precision)
returns table (id bigint, title text, body text, author_name text, author_bio text) language plpgsql as $$
declare
  cap bigint;
  used bigint;
  chosen bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  -- A post that was interrupted after its reservation keeps it.
  select p.article_id into chosen from posts p where p.id = post;
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

-- The least placed links of a set, counted as placed. Like a reservation it may reach the disk later.
create function pick_links(list bigint, n int)
returns table (url text, anchor text, keywords jsonb) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    with picked as (
      select i.id from url_items i where i.url_list_id = list order by i.placed_count, i.id limit n
    )
    update url_items i set placed_count = i.placed_count + 1 from picked, url_lists l
    where i.id = picked.id and l.id = list returning i.url, i.anchor, l.keywords;
end $$;

-- Counters beside long tables, kept by the store itself so that cascades and COPY count too.
create function count_accounts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update profiles p set count = p.count + c.n
    from (select profile_id, count(*) n from changed group by 1) c where p.id = c.profile_id;
  else
    update profiles p set count = p.count - c.n
    from (select profile_id, count(*) n from changed group by 1) c where p.id = c.profile_id;
  end if;
  return null;
end $$;
create trigger accounts_added after insert on accounts referencing new table as changed
  for each statement execute function count_accounts();
create trigger accounts_gone after delete on accounts referencing old table as changed
  for each statement execute function count_accounts();

create function count_articles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update content_groups g set count = g.count + c.n
    from (select content_group_id, count(*) n from changed group by 1) c where g.id = c.content_group_id;
  else
    update content_groups g set count = g.count - c.n
    from (select content_group_id, count(*) n from changed group by 1) c where g.id = c.content_group_id;
  end if;
  return null;
end $$;
create trigger articles_added after insert on articles referencing new table as changed
  for each statement execute function count_articles();
create trigger articles_gone after delete on articles referencing old table as changed
  for each statement execute function count_articles();

-- Links change with every post, from many workers: their counts are written as differences, without a
-- common row to wait for, and folded into url_lists once a second (fold_link_counts).
create table link_count_changes (
  url_list_id bigint not null references url_lists on delete cascade,
  count bigint not null default 0,
  live bigint not null default 0,
  changed bigint not null default 0,
  missing bigint not null default 0
);
create index link_count_changes_list on link_count_changes (url_list_id);

-- A link set with its present counts.
create view link_sets as
  select l.id, l.campaign_id, l.name, l.keywords, l.check_total, l.check_done, l.checking,
    l.count + c.count as count, l.live + c.live as live, l.changed + c.changed as changed, l.missing + c.missing as missing
  from url_lists l cross join lateral (
    select coalesce(sum(d.count), 0)::bigint as count, coalesce(sum(d.live), 0)::bigint as live,
      coalesce(sum(d.changed), 0)::bigint as changed, coalesce(sum(d.missing), 0)::bigint as missing
    from link_count_changes d where d.url_list_id = l.id
  ) c;

create function fold_link_counts() returns void language sql as $$
  with gone as (delete from link_count_changes returning *),
  sums as (
    select url_list_id, sum(count) as count, sum(live) as live, sum(changed) as changed, sum(missing) as missing
    from gone group by 1
  )
  update url_lists l set count = l.count + s.count, live = l.live + s.live,
    changed = l.changed + s.changed, missing = l.missing + s.missing
  from sums s where l.id = s.url_list_id;
$$;

create function count_links() returns trigger language plpgsql as $$
declare sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into link_count_changes (url_list_id, count, live, changed, missing)
  select url_list_id, sign * count(*), sign * count(*) filter (where proof_state = 'LIVE'),
    sign * count(*) filter (where proof_state = 'CHANGED'), sign * count(*) filter (where proof_state = 'MISSING')
  from rows_changed where exists (select from url_lists l where l.id = rows_changed.url_list_id) group by 1;
  return null;
end $$;
create trigger links_added after insert on url_items referencing new table as rows_changed
  for each statement execute function count_links();
create trigger links_gone after delete on url_items referencing old table as rows_changed
  for each statement execute function count_links();

create function count_proof() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (url_list_id, live, changed, missing) values (
    new.url_list_id,
    (new.proof_state = 'LIVE')::int - (old.proof_state = 'LIVE')::int,
    (new.proof_state = 'CHANGED')::int - (old.proof_state = 'CHANGED')::int,
    (new.proof_state = 'MISSING')::int - (old.proof_state = 'MISSING')::int
  );
  return null;
end $$;
create trigger links_proved after update of proof_state on url_items for each row
  when (old.proof_state is distinct from new.proof_state) execute function count_proof();
