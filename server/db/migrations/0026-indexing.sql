-- Indexing services as the operator set them up: what their fields hold is sealed as one JSON text.
create table indexers (
  id text primary key,
  address text not null,
  sealed_fields text not null,
  edition bigint not null default nextval('row_versions')
);

-- Links that are told to one indexing service: those of a link set (an indexer project), or of the posts that a run made. The
-- links themselves stay where they are: at_key and at_id say up to which one, in the order of url_key, all is settled. What
-- came after up_to, or for posts not after since, belongs to another submission. While `sending` a batch from there is on its
-- way, or was when its process died: it may be sent again.
create table submissions (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  indexer text not null,
  url_list_id bigint references url_lists on delete set null,
  run_id bigint references runs on delete cascade,
  up_to bigint not null,
  since timestamptz,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED')),
  total bigint not null,
  taken bigint not null default 0,
  refused bigint not null default 0,
  at_key text collate natural_order not null default '',
  at_id bigint not null default 0,
  sending boolean not null default false,
  -- A host that needs the operator: its further links are left out with this word.
  skip_host text,
  skip_reason text,
  -- What was said, each text with the number of links.
  said jsonb not null default '{}',
  -- The task that tells it, and the try of that which works on it: who works on and is neither any more settles nothing.
  task_id uuid,
  worker uuid,
  -- Why it was stopped, where nobody asked for that: links that are left were neither taken nor refused.
  end_reason text,
  added_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  version bigint not null default nextval('row_versions')
);
create trigger submissions_version before update on submissions for each row execute function set_row_version();
create index submissions_of_project on submissions (project_id, indexer, id);
create index submissions_of_run on submissions (run_id);
create index submissions_open on submissions (id) where ended_at is null;

-- A run that ends hands the pages it made to the services that its project names; one that ends again, or gets a page by the
-- operator's word later, hands over what is new. The engine finds them as it finds all that waits.
create function hand_to_indexers() returns trigger language plpgsql as $$
declare
  handed timestamptz := (select max(added_at) from submissions where run_id = new.id);
begin
  insert into submissions (project_id, indexer, run_id, up_to, since, total)
  select new.project_id, s.name, new.id, made.up_to, handed, made.total
  from projects p cross join lateral (
    select max(o.id) as up_to, count(*) as total from posts o where o.run_id = new.id and o.state = 'SUCCEEDED'
      and o.kind = 'publish' and o.url is not null and (handed is null or o.finished_at > handed)
  ) made cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(p.settings->'indexers') when 'array' then p.settings->'indexers' else '[]' end) s(name)
  where p.id = new.project_id and p.campaign_id is not null and p.settings->'useIndexers' = 'true'::jsonb and made.total > 0;
  return null;
end $$;
create trigger runs_handed after update of ended_at, succeeded on runs for each row
  when (new.ended_at is not null and (old.ended_at is null or new.succeeded > old.succeeded))
  execute function hand_to_indexers();

-- No service could be told of anything before: what was chosen for projects named none that is there.
delete from project_sites where module = 'Indexer';
