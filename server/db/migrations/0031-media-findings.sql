-- What sources of images and videos found for words: kept so long as each asks for, so that no post asks again.
create table media_findings (
  service text not null,
  kind text not null check (kind in ('image', 'video')),
  words text not null,
  found jsonb not null,
  found_at timestamptz not null default now(),
  primary key (service, kind, words)
);
create index media_findings_by_age on media_findings (found_at);
