-- A submission that waits keeps nothing but its row: why, until when, and how often its next batch was tried meanwhile. slot_at
-- is its turn at the service; stop_asked the operator's word, for pages that a posting run made: its project runs no more.
alter table submissions add column waits text;
alter table submissions add column due_at timestamptz;
alter table submissions add column slot_at timestamptz;
alter table submissions add column tries int not null default 0;
alter table submissions add column named_waits int not null default 0;
alter table submissions add column refused_in_row int not null default 0;
alter table submissions add column stop_asked boolean not null default false;

-- When each service was told last, up to when turns are given away, and how long it wants to be left alone: its pace holds for
-- all submissions and processes.
create table indexer_paces (
  indexer text primary key,
  last_at timestamptz,
  queue_until timestamptz,
  held_until timestamptz
);

-- The process that works on a task: what it leaves when it dies is taken up as soon as that is known. A task that was claimed
-- has not said yet how far it is.
alter table task_progress add column claimed_by uuid;
alter table task_progress alter column done drop not null;
alter table task_progress alter column done drop default;
create index task_progress_claimed on task_progress (claimed_by) where claimed_by is not null;

-- What was said, each text with its links and the hosts that it was said of.
update submissions set said = coalesce((
  select jsonb_object_agg(key, jsonb_build_object('links', value, 'hosts', '[]'::jsonb, 'nHosts', 0)) from jsonb_each(said)), '{}');

-- Projects that tell services have a last run too.
update project_tallies t set last_run_at = s.at, version = nextval('row_versions')
from (select project_id, max(added_at) as at from submissions where run_id is null group by 1) s
where s.project_id = t.project_id and t.last_run_at is null;
