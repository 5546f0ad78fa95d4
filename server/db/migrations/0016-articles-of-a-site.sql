-- An article is not used twice on one site while another of its group is unused there (D-ENG-25). What a site has seen is told
-- by its posts, so that nothing has to be counted down when one fails: only those that stand, or may, hold an article.
create index posts_articles_of_site on posts (module, site_id, article_id)
  where article_id is not null and state not in ('FAILED', 'SKIPPED');

-- The article for a post on a site: of those that the site has not seen, one at random (place: 0 to 1) among the least used
-- below the group's limit; when it has seen all, of those it has seen least. `taken` are used once more already by posts of the
-- same moment, `taken_here` by those of this site.
create function article_for_site(grp bigint, place double precision, taken bigint[], m text, s text, taken_here bigint[])
returns bigint language plpgsql as $$
declare
  cap bigint;
  fewest bigint;
  chosen bigint := least_used_article(grp, place, taken);
  of_taken bigint;
  of_taken_uses bigint;
begin
  -- Most posts end here, with one look into an index.
  if chosen is null then return null; end if;
  if chosen <> all (taken_here) and not exists (select from posts p where p.module = m and p.site_id = s
    and p.article_id = chosen and p.state not in ('FAILED', 'SKIPPED')) then return chosen; end if;
  select case when g.max_usage_per_article > 0 then g.max_usage_per_article else 9223372036854775807 end into cap
  from content_groups g where g.id = grp;
  select a.usage_count + a.reserved into fewest from articles a
  where a.content_group_id = grp and a.usage_count + a.reserved < cap and a.id <> all (taken) and not exists (
    select from posts p where p.module = m and p.site_id = s and p.article_id = a.id and p.state not in ('FAILED', 'SKIPPED'))
  order by a.usage_count + a.reserved limit 1;
  select a.id, a.usage_count + a.reserved + t.n into of_taken, of_taken_uses
  from (select id, count(*) as n from unnest(taken) as id group by 1) t join articles a using (id)
  where a.content_group_id = grp and a.usage_count + a.reserved + t.n < cap and a.id <> all (taken_here) and not exists (
    select from posts p where p.module = m and p.site_id = s and p.article_id = a.id and p.state not in ('FAILED', 'SKIPPED'))
  order by 2, a.shuffle < place, a.shuffle limit 1;
  if of_taken_uses < fewest or fewest is null and of_taken is not null then return of_taken; end if;
  if fewest is not null then
    -- The index gives them in this order: a few are looked at, not all.
    select a.id into chosen from articles a
    where a.content_group_id = grp and a.usage_count + a.reserved = fewest and a.shuffle >= place and a.id <> all (taken) and not exists (
      select from posts p where p.module = m and p.site_id = s and p.article_id = a.id and p.state not in ('FAILED', 'SKIPPED'))
    order by a.shuffle limit 1;
    if chosen is not null then return chosen; end if;
    select a.id into chosen from articles a
    where a.content_group_id = grp and a.usage_count + a.reserved = fewest and a.id <> all (taken) and not exists (
      select from posts p where p.module = m and p.site_id = s and p.article_id = a.id and p.state not in ('FAILED', 'SKIPPED'))
    order by a.shuffle limit 1;
    return chosen;
  end if;
  select a.id into chosen from articles a
    cross join lateral (select count(*) as n from unnest(taken) t where t = a.id) more
    cross join lateral (select count(*) as n from unnest(taken_here) t where t = a.id) more_here
    cross join lateral (select count(*) as n from posts p where p.module = m and p.site_id = s and p.article_id = a.id
      and p.state not in ('FAILED', 'SKIPPED')) seen
  where a.content_group_id = grp and a.usage_count + a.reserved + more.n < cap
  order by seen.n + more_here.n, a.usage_count + a.reserved + more.n, a.shuffle < place, a.shuffle limit 1;
  return chosen;
end $$;

-- As before (0015), with an article that suits the site.
create or replace function take_material(boot uuid, wanted jsonb, patient boolean) returns table (post bigint, article jsonb, picked jsonb)
language plpgsql as $$
declare
  ours bigint[];
  reserving bigint[] := '{}';
  reserved_for bigint[] := '{}';
  reserved_at text[] := '{}';
  here text;
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
    select p.id, p.article_id, p.module, p.site_id, (x->>'grp')::bigint as grp, (x->>'place')::double precision as place, x->'draws' as draws
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
    here := w.module || E'\t' || w.site_id;
    chosen := article_for_site(w.grp, w.place, reserving, w.module, w.site_id,
      array(select t.article from unnest(reserving, reserved_at) as t(article, at) where t.at = here));
    continue when chosen is null;
    reserving := reserving || chosen;
    reserved_for := reserved_for || w.id;
    reserved_at := reserved_at || here;
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

-- Replaced, it has lost its settings (0015 says why they are so).
alter function take_material(uuid, jsonb, boolean) set plan_cache_mode = force_generic_plan;
alter function take_material(uuid, jsonb, boolean) set enable_bitmapscan = off;
alter function take_material(uuid, jsonb, boolean) set enable_seqscan = off;
alter function take_material(uuid, jsonb, boolean) set enable_hashjoin = off;
alter function take_material(uuid, jsonb, boolean) set enable_mergejoin = off;

-- When the sign for look-ups was taken out of a post again (D-ENG-26); null while it stands, or was never to go.
alter table posts add column cleaned_at timestamptz;
