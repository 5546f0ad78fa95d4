-- Articles that a service writes for a content group: one order per group, the last one stays to be seen. `progress` articles are
-- stored; each was stored with its count. The task that writes them is the only one that may go on with it.
create table generator_jobs (
  content_group_id bigint primary key references content_groups on delete cascade,
  task_id uuid not null,
  topic text not null,
  keywords text not null,
  n_sections int not null check (n_sections between 2 and 10),
  language text not null,
  is_spun boolean not null,
  number_of_articles int not null check (number_of_articles between 1 and 200),
  progress int not null default 0 check (progress between 0 and number_of_articles),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'COMPLETED', 'STOPPED', 'FAILED')),
  -- Tries of the article that is being written, and waits for it that the service named.
  tries int not null default 0,
  named_waits int not null default 0,
  -- Why it waits or failed, and until when it waits.
  note text,
  next_try_at timestamptz,
  version bigint not null default nextval('row_versions')
);
create trigger generator_jobs_version before update on generator_jobs for each row execute function set_row_version();
create index generator_jobs_running on generator_jobs (content_group_id) where state = 'RUNNING';
