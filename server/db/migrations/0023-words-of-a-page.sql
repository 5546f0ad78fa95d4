-- When a site is to show a page: the word outlives the post, which goes with its project.
alter table url_items add column shown_from timestamptz;
update url_items i set shown_from = (p.content->>'publishAt')::timestamptz from posts p
  where p.id = i.post_id and (p.content->>'publishAt')::timestamptz > now();

-- Stores good words, [{id, list, host, url, state, proof}], on links and on the site rows of their posts, and ends their
-- checks. It may reach the disk later: a proof that is lost with the machine is made again. What was read at an address that
-- a link has no more is no word on it. A row for each link that was there, with its site row and whether the check of its set
-- counted it; one that somebody else changes at this moment is waited for if `patient`, else left out. Places of reads that
-- followed a post are given back once per site (checks_over stays quiet).
create or replace function store_proofs(boot uuid, words jsonb, patient boolean)
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
  from jsonb_to_recordset(words) as d(id bigint, url text, state text, proof jsonb)
  where i.id = d.id and i.id = any (ours) and i.url = d.url;
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

-- As in migration 0015: planned once, for few rows looked up by their keys.
do $$
declare
  setting text;
begin
  execute 'alter function store_proofs(uuid, jsonb, boolean) set plan_cache_mode = force_generic_plan';
  foreach setting in array array['bitmapscan', 'seqscan', 'hashjoin', 'mergejoin'] loop
    execute format('alter function store_proofs(uuid, jsonb, boolean) set enable_%s = off', setting);
  end loop;
end $$;
