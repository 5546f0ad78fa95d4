-- Wizards: sealed as a whole, since they hold passwords. What the editor shows carries an edition.
create table wizards (
  id bigint generated always as identity primary key,
  name text not null,
  wizard text not null,
  version bigint not null default nextval('row_versions'),
  edition bigint not null default nextval('row_versions')
);
create trigger wizards_version before update on wizards for each row execute function set_row_version();
create trigger wizards_edition before update of wizard on wizards for each row execute function set_row_edition();

-- What a wizard showed of a project before it was made: its run is planned from the same seed.
alter table projects add column plan jsonb;

-- Pages of a tier that another tier links to: only those that a stranger saw.
alter table url_lists add column only_live boolean not null default false;
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
    for d in select (y->>'list')::bigint as list, (y->>'n')::int as n,
      coalesce((select l.only_live from url_lists l where l.id = (y->>'list')::bigint), false) as only_live
      from jsonb_array_elements(w.draws) y loop
      select array_agg(c.id order by c.at) into placed from (
        select i.id, i.placed_count + (select count(*) from unnest(links) t where t = i.id) as at
        from (select id, placed_count from url_items where url_list_id = d.list and (not d.only_live or proof_state = 'LIVE')
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
