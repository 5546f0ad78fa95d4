-- A post is an act on a site of some kind: registering is planned, paced, looked up and counted as publishing is.
alter table posts add column kind text not null default 'publish';

-- An account that the product made: by which project, when, and whether it waits for the mail of its site. One that waits is
-- used by nobody; NOT_FOUND: its mail never came.
alter table accounts add column made_by bigint references projects on delete set null;
alter table accounts add column made_at timestamptz;
alter table accounts add column confirmation text not null default 'NONE';
create index accounts_made_by on accounts (made_by) where made_by is not null;

-- When the run of a scheduled project ended whose accounts wait for mails: their confirmation begins so many minutes later.
alter table projects add column verify_asked_at timestamptz;
create index projects_to_verify on projects (verify_asked_at) where verify_asked_at is not null;
