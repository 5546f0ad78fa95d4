-- What every post does to the store is done for the posts of a moment together: one statement's cost is mostly its own, not
-- that of its rows. Rows of a kind are locked by their key, the kinds in the order of ARCHITECTURE.md.

drop function reserve_article(bigint, uuid, bigint, double precision);
drop function pick_links(bigint, int);
drop function mark_sending(bigint, uuid, jsonb, text);

-- Takes the next moment at which an act may leave to a site: 0 when that is now, and the gap counts from now on, else the
-- wait in ms.
create function take_gap(m text, s text, gap int) returns int language plpgsql as $$
declare
  free_at timestamptz;
begin
  if coalesce(gap, 0) = 0 then return 0; end if;
  select q.act_next_at into free_at from site_queue q where q.module = m and q.site_id = s for update;
  if free_at > clock_timestamp() then
    return greatest(1, ceil(extract(epoch from free_at - clock_timestamp()) * 1000));
  end if;
  free_at := clock_timestamp() + make_interval(secs => gap / 1000.0);
  update site_queue q set act_next_at = free_at, next_at = greatest(q.next_at, free_at),
    ready_at = case when q.ready_at is null then null else greatest(q.ready_at, free_at) end
  where q.module = m and q.site_id = s;
  return 0;
end $$;

-- An act that a connector repeats within one post (its token was too old) keeps the gap of the site too: 0 when it may
-- leave, above 0 the wait in ms, -1 when the post is no longer ours.
create or replace function pace_act(post bigint, boot uuid) returns int language plpgsql as $$
declare
  m text;
  s text;
begin
  select p.module, p.site_id into m, s from posts p
  where p.id = post and p.state = 'SENDING' and p.claimed_by = boot for share;
  if not found then return -1; end if;
  return take_gap(m, s, (select i.gap_ms from sites i where i.module = m and i.site_id = s));
end $$;

-- The article at random (place: 0 to 1) among the least used of a group below its limit (D-ENG-07), where `taken` are used
-- once more already, by posts of the same moment; null when none is left.
create function least_used_article(grp bigint, place double precision, taken bigint[]) returns bigint language plpgsql as $$
declare
  cap bigint;
  fewest bigint;
  taken_least bigint;
  chosen bigint;
begin
  select g.max_usage_per_article into cap from content_groups g where g.id = grp;
  select a.usage_count + a.reserved into fewest from articles a
  where a.content_group_id = grp and a.id <> all (taken) order by a.usage_count + a.reserved limit 1;
  if cardinality(taken) > 0 then
    select min(a.usage_count + a.reserved + t.n) into taken_least
    from (select id, count(*) as n from unnest(taken) as id group by 1) t join articles a using (id) where a.content_group_id = grp;
  end if;
  if least(fewest, taken_least) is null or (cap > 0 and least(fewest, taken_least) >= cap) then return null; end if;
  if taken_least < fewest or fewest is null then
    select a.id into chosen from (select id, count(*) as n from unnest(taken) as id group by 1) t join articles a using (id)
    where a.content_group_id = grp and a.usage_count + a.reserved + t.n = taken_least order by a.shuffle < place, a.shuffle limit 1;
    return chosen;
  end if;
  select a.id into chosen from articles a
  where a.content_group_id = grp and a.usage_count + a.reserved = fewest and a.shuffle >= place and a.id <> all (taken)
  order by a.shuffle limit 1;
  if chosen is null then
    select a.id into chosen from articles a
    where a.content_group_id = grp and a.usage_count + a.reserved = fewest and a.id <> all (taken) order by a.shuffle limit 1;
  end if;
  return chosen;
end $$;

-- Locks those of some posts that are claimed by a process and were not called off. One that somebody else changes at this
-- moment is waited for if `patient`, else left out.
create function claimed_by_us(boot uuid, wanted bigint[], patient boolean) returns bigint[] language plpgsql as $$
declare
  ours bigint[];
begin
  if patient then
    select array_agg(p.id) into ours from (
      select id from posts where id = any (wanted) and state = 'CLAIMED' and claimed_by = boot order by id for update) p;
  else
    select array_agg(p.id) into ours from (
      select id from posts where id = any (wanted) and state = 'CLAIMED' and claimed_by = boot
      order by id for update skip locked) p;
  end if;
  return coalesce(ours, '{}');
end $$;

-- What posts in our hands are composed of: [{post, grp, place, draws: [{list, n}]}] gives each its reserved article and its n
-- least placed links of each list, counted as placed. One reservation at a time per group, so that "least used" is exact. It
-- need not be on disk before the post that uses it is: that commit writes this one too. A post that was called off meanwhile
-- has no row (see claimed_by_us), one that was interrupted after its reservation keeps the article.
create function take_material(boot uuid, wanted jsonb, patient boolean) returns table (post bigint, article jsonb, picked jsonb)
language plpgsql as $$
declare
  ours bigint[];
  reserving bigint[] := '{}';
  reserved_for bigint[] := '{}';
  links bigint[] := '{}';
  placed bigint[];
  chosen bigint;
  w record;
  d record;
  of_post jsonb := '{}';
begin
  perform set_config('synchronous_commit', 'off', true);
  ours := claimed_by_us(boot, array(select (x->>'post')::bigint from jsonb_array_elements(wanted) x), patient);
  perform pg_advisory_xact_lock(728346104, g.n) from (
    select distinct ((x->>'grp')::bigint % 2147483647)::int as n from jsonb_array_elements(wanted) x where x->>'grp' is not null order by 1) g;
  for w in
    select p.id, p.article_id, (x->>'grp')::bigint as grp, (x->>'place')::double precision as place, x->'draws' as draws
    from jsonb_array_elements(wanted) x join posts p on p.id = (x->>'post')::bigint where p.id = any (ours) order by p.id
  loop
    for d in select (y->>'list')::bigint as list, (y->>'n')::int as n from jsonb_array_elements(w.draws) y loop
      select array_agg(c.id order by c.at) into placed from (
        select i.id, i.placed_count + (select count(*) from unnest(links) t where t = i.id) as at
        from (select id, placed_count from url_items where url_list_id = d.list
          order by placed_count, id limit d.n + cardinality(links)) i order by 2, 1 limit d.n) c;
      links := links || placed;
      of_post := jsonb_set(of_post, array[w.id::text], coalesce(of_post->(w.id::text), '[]') || coalesce(to_jsonb(placed), '[]'));
    end loop;
    continue when w.article_id is not null or w.grp is null;
    chosen := least_used_article(w.grp, w.place, reserving);
    continue when chosen is null;
    reserving := reserving || chosen;
    reserved_for := reserved_for || w.id;
  end loop;
  if cardinality(links) > 0 then
    perform 1 from url_items where id = any (links) order by id for no key update;
    update url_items i set placed_count = i.placed_count + t.n
    from (select id, count(*) as n from unnest(links) as id group by 1) t where i.id = t.id;
  end if;
  if cardinality(reserving) > 0 then
    perform 1 from articles where id = any (reserving) order by id for no key update;
    update articles a set reserved = a.reserved + t.n
    from (select id, count(*) as n from unnest(reserving) as id group by 1) t where a.id = t.id;
    update posts p set article_id = t.article
    from unnest(reserved_for, reserving) as t(id, article) join articles a on a.id = t.article where p.id = t.id;
  end if;
  return query
    select p.id, (select jsonb_build_object('id', a.id, 'title', a.title, 'body', a.body, 'authorName', a.author_name,
        'authorBio', a.author_bio) from articles a where a.id = p.article_id),
      (select coalesce(jsonb_agg(jsonb_build_object('linkSetId', i.url_list_id, 'url', i.url, 'anchor', i.anchor,
          'keywords', l.keywords) order by t.n), '[]')
        from jsonb_array_elements_text(of_post->(p.id::text)) with ordinality t(id, n)
        join url_items i on i.id = t.id::bigint join url_lists l on l.id = i.url_list_id)
    from posts p where p.id = any (ours);
end $$;

-- Marks claimed posts as being sent, each with its finished text, right before its first byte leaves. Answer 0: marked; above
-- 0: the gap of its site is not over for so many ms; -2: its host is stopped or asked for patience; -3: its site was deleted,
-- or the permission to post there was withdrawn. A post that is no longer ours (called off, or taken over) has no row (see
-- claimed_by_us).
create function mark_sending(boot uuid, wanted bigint[], contents jsonb[], accounts text[], patient boolean)
returns table (post bigint, answer int, gap int) language plpgsql as $$
declare
  ours bigint[] := claimed_by_us(boot, wanted, patient);
  marked bigint[] := '{}';
  p record;
begin
  for p in
    select q.id, q.module, q.site_id, coalesce(i.gap_ms, 0) as gap_ms, h.stopped or h.hold_until > now() as held,
      i.permission <> 'none' as allowed
    from posts q left join sites i on i.module = q.module and i.site_id = q.site_id left join hosts h on h.host = i.host
    where q.id = any (ours) order by q.module, q.site_id, q.id
  loop
    post := p.id;
    gap := p.gap_ms;
    answer := case when p.allowed is not true then -3 when p.held then -2 else take_gap(p.module, p.site_id, p.gap_ms) end;
    if answer = 0 then marked := marked || p.id; end if;
    return next;
  end loop;
  if cardinality(marked) = 0 then return; end if;
  update posts q set state = 'SENDING', content = w.content, account_key = w.account, sent_at = clock_timestamp()
  from unnest(wanted, contents, accounts) as w(post, content, account) where q.id = w.post and q.id = any (marked);
  insert into attempts (post_id, account, state)
  select w.post, w.account, 'SENDING' from unnest(wanted, accounts) as w(post, account) where w.post = any (marked);
end $$;

-- Sets when sites are next ready: not before their gap, not above their posts at once. The one place that decides it. The rows
-- are locked first, so that of two ends at one moment the later sees the earlier.
create function refresh_site_queues(ms text[], ss text[], used_now boolean) returns void language plpgsql as $$
begin
  insert into site_queue (module, site_id) select distinct k.m, k.s from unnest(ms, ss) k(m, s)
  where not exists (select from site_queue q where q.module = k.m and q.site_id = k.s) order by 1, 2 on conflict do nothing;
  perform 1 from unnest(ms, ss) k(m, s) join site_queue q on q.module = k.m and q.site_id = k.s
  order by q.module, q.site_id for update of q;
  with known as (
    select k.m, k.s, coalesce(i.at_once, 1) as at_once, coalesce(i.gap_ms, 0) as gap_ms,
      (select min(p.due_at) from posts p where p.module = k.m and p.site_id = k.s and p.state in ('PLANNED', 'LOOKUP')) as due
    from (select distinct u.m, u.s from unnest(ms, ss) u(m, s)) k left join sites i on i.module = k.m and i.site_id = k.s
  ), moments as (
    select k.m, k.s, k.at_once, k.due, case when used_now then now() + make_interval(secs => k.gap_ms / 1000.0) else q.next_at end as next_at
    from known k join site_queue q on q.module = k.m and q.site_id = k.s
  ), news as (
    select n.m, n.s, n.next_at, case when n.due is null or site_busy(n.m, n.s) >= n.at_once then null else greatest(n.next_at, n.due) end as ready_at
    from moments n
  )
  update site_queue q set next_at = n.next_at, ready_at = n.ready_at from news n
  where q.module = n.m and q.site_id = n.s and (q.next_at <> n.next_at or q.ready_at is distinct from n.ready_at);
end $$;
create or replace function refresh_site_queue(m text, s text, used_now boolean) returns void language sql
as $$ select refresh_site_queues(array[m], array[s], used_now) $$;

-- As in migration 0008, but that the queues of all sites are set at once.
create or replace function claim_posts(boot uuid, max_rows int, max_threads int)
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
  perform refresh_site_queues(array_agg(k.module), array_agg(k.site_id), true) from posts k where id = any(ids);
  -- A site without a due post (its posts were skipped or deleted) must not stand before others.
  if coalesce(array_length(ids, 1), 0) < free then
    perform refresh_site_queues(array_agg(k.module), array_agg(k.site_id), false) from (
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

-- Changes of proofs are counted once per statement, not once per link.
drop trigger links_proved on url_items;
drop function count_proof();
create function count_proofs() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (url_list_id, live, changed, missing, unreadable, troubled)
  select n.url_list_id,
    count(*) filter (where n.proof_state = 'LIVE') - count(*) filter (where o.proof_state = 'LIVE'),
    count(*) filter (where n.proof_state = 'CHANGED') - count(*) filter (where o.proof_state = 'CHANGED'),
    count(*) filter (where n.proof_state = 'MISSING') - count(*) filter (where o.proof_state = 'MISSING'),
    count(*) filter (where n.proof_state = 'UNREADABLE') - count(*) filter (where o.proof_state = 'UNREADABLE'),
    count(*) filter (where n.troubled) - count(*) filter (where o.troubled)
  from rows_new n join rows_old o using (id) where n.proof_state <> o.proof_state or n.troubled <> o.troubled group by 1;
  return null;
end $$;
create trigger links_proved after update on url_items referencing old table as rows_old new table as rows_new
  for each statement execute function count_proofs();

-- Posts that succeed write beside the articles that they used one; it is folded in when a run ends and once a second, so that
-- a success does not wait for reservations of the same article, nor they for its commit. `reserved`: given back with it.
create table article_uses (article_id bigint not null, reserved int not null);
create function fold_article_uses() returns void language plpgsql as $$
begin
  with gone as (delete from article_uses returning *),
  sums as materialized (select article_id, count(*) as n, sum(reserved) as reserved from gone group by 1),
  held as materialized (select id from articles where id in (select article_id from sums) order by id for no key update)
  update articles a set usage_count = usage_count + s.n, reserved = greatest(0, a.reserved - s.reserved)
  from sums s join held on held.id = s.article_id where a.id = s.article_id;
end $$;

-- The places of reads that end together are given back by the statement that ends them, once per site: it says so.
drop trigger checks_over on link_checks;
create trigger checks_over after delete on link_checks for each row
  when (old.module is not null and old.claimed_by is not null
    and current_setting('linkwright.frees_places', true) is distinct from 'on') execute function free_site_place();

-- Writes successes down, [{id, url, host, remote_id, links, note, list, anchor, username, password}]: the attempt is closed, the
-- page becomes a backlink of its list (once per post) whose proof is in our own hands, the article counts as used, the row
-- turns green. The read of the proof still holds the place at the site; without one the site is free now. A row for each post
-- that was in the state to succeed; one that somebody else changes at this moment is waited for if `patient`, else left out.
-- Without `boot` it is the operator's word on unknown posts, whose reservation was given back when they ended.
create function succeed_posts(boot uuid, done jsonb, patient boolean)
returns table (post bigint, version bigint, link bigint, anchor text, links_on_page text, added_at timestamptz) language plpgsql as $$
declare
  wanted bigint[] := array(select (d->>'id')::bigint from jsonb_array_elements(done) d);
  ours bigint[];
  made bigint[];
begin
  if patient then
    ours := array(select id from posts where id = any (wanted) and case when boot is null then state = 'UNKNOWN'
      else state in ('CLAIMED', 'LOOKING', 'SENDING') and claimed_by = boot end order by id for no key update);
  else
    ours := array(select id from posts where id = any (wanted) and case when boot is null then state = 'UNKNOWN'
      else state in ('CLAIMED', 'LOOKING', 'SENDING') and claimed_by = boot end order by id for no key update skip locked);
  end if;
  if cardinality(ours) = 0 then return; end if;
  update posts p set state = 'SUCCEEDED', claimed_by = null, finished_at = now(), url = d.url, remote_id = d.remote_id, reason = null,
    content = case when jsonb_typeof(d.links) = 'array' then jsonb_set(content, '{links}', d.links) else content end
  from jsonb_to_recordset(done) as d(id bigint, url text, remote_id text, links jsonb) where p.id = d.id and p.id = any (ours);
  update attempts a set state = 'SUCCEEDED', reason = null, ended_at = now()
  where a.post_id = any (ours) and a.state in ('SENDING', 'UNCONFIRMED');
  with added as (
    insert into url_items (url_list_id, url, anchor, links_on_page, site, username, password, post_id, placed)
    select d.list, d.url, coalesce(nullif(d.anchor, ''), p.content->>'title', ''),
      coalesce((select string_agg(distinct l->>'url', ' ') from jsonb_array_elements(p.content->'links') l), ''),
      p.site_id, d.username, d.password, p.id, p.content->'links'
    from posts p join jsonb_to_recordset(done) as d(id bigint, url text, list bigint, anchor text, username text, password text)
      on d.id = p.id
    where p.id = any (ours) and d.list in (select u.id from url_lists u where u.campaign_id is not null) order by p.id
    on conflict (post_id) do nothing returning id
  ) select coalesce(array_agg(a.id), '{}') into made from added a;
  insert into link_checks (link_id, url_list_id, host, counted, claimed_by, claimed_at, module, site_id)
  select i.id, i.url_list_id, d.host, false, boot, now(), p.module, p.site_id
  from url_items i join posts p on p.id = i.post_id join jsonb_to_recordset(done) as d(id bigint, host text) on d.id = p.id
  where i.id = any (made) order by i.id;
  insert into article_uses (article_id, reserved)
  select p.article_id, case when boot is null then 0 else 1 end from posts p where p.id = any (ours) and p.article_id is not null;
  perform 1 from posts p join project_sites r on r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id
    and r.email = p.email where p.id = any (ours) order by r.project_id, r.module, r.site_id, r.email for no key update of r;
  update project_sites r set status = 'SUCCESS', wait_info = d.note, post_url = d.url,
    proof_state = case when exists (select from url_items i where i.post_id = p.id and i.id = any (made)) then 'CHECKING' end
  from posts p join jsonb_to_recordset(done) as d(id bigint, url text, note text) on d.id = p.id
  where p.id = any (ours) and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email;
  if cardinality(made) < cardinality(ours) then
    perform refresh_site_queues(array_agg(p.module), array_agg(p.site_id), false) from posts p
    where p.id = any (ours) and not exists (select from url_items i where i.post_id = p.id and i.id = any (made));
  end if;
  return query select p.id, r.version, i.id, i.anchor, i.links_on_page, i.added_at
    from posts p left join url_items i on i.post_id = p.id and i.id = any (made)
    left join project_sites r on r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
    where p.id = any (ours);
end $$;

-- Stores good words, [{id, list, host, state, proof}], on links and on the site rows of their posts, and ends their checks. It
-- may reach the disk later: a proof that is lost with the machine is made again. A row for each link that was there, with
-- its site row and whether the check of its set counted it; one that somebody else changes at this moment is waited for if
-- `patient`, else left out. Places of reads that followed a post are given back once per site (checks_over stays quiet).
create function store_proofs(boot uuid, words jsonb, patient boolean)
returns table (item url_items, shown project_sites, counted boolean) language plpgsql as $$
declare
  wanted bigint[] := array(select (w->>'id')::bigint from jsonb_array_elements(words) w);
  in_lists bigint[] := array(select distinct (w->>'list')::bigint from jsonb_array_elements(words) w);
  ours bigint[];
  ended bigint[];
  ended_counted boolean[];
  modules text[];
  site_ids text[];
begin
  perform set_config('synchronous_commit', 'off', true), set_config('linkwright.frees_places', 'on', true);
  if patient then
    in_lists := array(select id from url_lists where id = any (in_lists) order by id for key share);
    ours := array(select id from url_items where id = any (wanted) and url_list_id = any (in_lists) order by id for no key update);
  else
    in_lists := array(select id from url_lists where id = any (in_lists) order by id for key share skip locked);
    ours := array(select id from url_items where id = any (wanted) and url_list_id = any (in_lists)
      order by id for no key update skip locked);
    wanted := ours;
  end if;
  update url_items i set proof_state = d.state, troubled = false, checked_at = now(),
    proof = d.proof || jsonb_build_object('checkedAt', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from jsonb_to_recordset(words) as d(id bigint, state text, proof jsonb) where i.id = d.id and i.id = any (ours);
  with gone as (
    delete from link_checks c where c.link_id = any (wanted) and c.claimed_by = boot returning c.link_id, c.counted, c.module, c.site_id
  )
  select array_agg(g.link_id), array_agg(g.counted), array_agg(g.module) filter (where g.module is not null),
    array_agg(g.site_id) filter (where g.module is not null) into ended, ended_counted, modules, site_ids from gone g;
  perform 1 from url_items i join posts p on p.id = i.post_id join project_sites r on r.project_id = p.project_id
    and r.module = p.module and r.site_id = p.site_id and r.email = p.email and r.post_url = p.url
  where i.id = any (ours) order by r.project_id, r.module, r.site_id, r.email for no key update of r;
  update project_sites r set proof_state = i.proof_state from url_items i join posts p on p.id = i.post_id
  where i.id = any (ours) and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
    and r.post_url = p.url;
  update hosts h set reading_by = null from jsonb_to_recordset(words) as d(id bigint, host text)
  where d.id = any (wanted) and h.host = d.host and h.reading_by = boot;
  perform refresh_site_queues(modules, site_ids, false) where cardinality(modules) > 0;
  return query select i, r, c.counted
    from url_items i left join posts p on p.id = i.post_id
    left join project_sites r on r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
      and r.post_url = p.url
    left join unnest(ended, ended_counted) c(id, counted) on c.id = i.id
    where i.id = any (ours);
end $$;

-- All of these look few rows up by their keys, however the tables grow: they are planned once, and so.
do $$
declare
  f text;
begin
  foreach f in array array['claim_posts(uuid, int, int)', 'refresh_site_queues(text[], text[], boolean)',
    'take_material(uuid, jsonb, boolean)', 'mark_sending(uuid, bigint[], jsonb[], text[], boolean)',
    'succeed_posts(uuid, jsonb, boolean)', 'store_proofs(uuid, jsonb, boolean)'] loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', f);
    -- An index scan forgets the dead rows that it meets, a bitmap scan meets them again.
    execute format('alter function %s set enable_bitmapscan = off', f);
  end loop;
  foreach f in array array['take_material(uuid, jsonb, boolean)', 'succeed_posts(uuid, jsonb, boolean)',
    'store_proofs(uuid, jsonb, boolean)'] loop
    execute format('alter function %s set enable_seqscan = off', f);
    execute format('alter function %s set enable_hashjoin = off', f);
    execute format('alter function %s set enable_mergejoin = off', f);
  end loop;
end $$;

-- Rows that change several times within seconds find room on their page: what no index holds then stays out of the indexes.
alter table project_sites set (fillfactor = 60);
alter table link_checks set (fillfactor = 60);
alter table attempts set (fillfactor = 70);
