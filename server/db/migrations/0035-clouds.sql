-- Accounts of services that keep files; what they log in with is sealed as one JSON text.
create table cloud_accounts (
  id bigint generated always as identity primary key,
  friendly_name text not null,
  service text not null check (service in ('S3', 'Azure', 'Google')),
  info text not null,
  edition bigint not null default 0,
  version bigint not null default nextval('row_versions')
);
create trigger cloud_accounts_version before update on cloud_accounts for each row execute function set_row_version();
create trigger cloud_accounts_edition before update on cloud_accounts for each row
  when ((old.friendly_name, old.service, old.info) is distinct from (new.friendly_name, new.service, new.info))
  execute function set_row_edition();

-- Blogs that were generated and uploaded. `settings` is the form as it was sent, `posts` the articles as they were then; both are
-- what an upload that was broken off goes on with. The task that works on it is the only one that may change its files.
create table cloud_blogs (
  id bigint generated always as identity primary key,
  cloud_account_id bigint not null references cloud_accounts on delete cascade,
  settings jsonb not null,
  posts jsonb not null default '[]',
  title text not null,
  bucket text not null,
  directory text not null default '',
  -- Spins of its name that were tried, whether the bucket was made for it, and whether its folder was found empty.
  name_tries int not null default 1,
  made_bucket boolean not null default false,
  has_begun boolean not null default false,
  -- What the work on it is for: that it stands, or that it goes.
  is_removal boolean not null default false,
  state text not null default 'UPLOADING' check (state in ('UPLOADING', 'LIVE', 'FAILED', 'STOPPED', 'REMOVING')),
  -- Where a stranger reads it.
  url text not null default '',
  done int not null default 0,
  total int not null default 0,
  -- What it waits for, or why it failed.
  note text,
  task_id uuid,
  -- The site of the catalogue that projects post to, once it stands.
  site_module text,
  site_id text,
  made_at timestamptz not null default now(),
  version bigint not null default nextval('row_versions')
);
create trigger cloud_blogs_version before update on cloud_blogs for each row execute function set_row_version();
-- Two blogs in one folder would write over each other.
create unique index cloud_blogs_of on cloud_blogs (cloud_account_id, bucket, directory);
create index cloud_blogs_working on cloud_blogs (id) where state in ('UPLOADING', 'REMOVING');
create index cloud_blogs_site on cloud_blogs (site_module, site_id);

-- What was sent for a blog, by the hash of its bytes: it is not sent again, and what an undo takes away.
create table cloud_blog_files (
  blog_id bigint not null references cloud_blogs on delete cascade,
  path text not null,
  hash text not null,
  primary key (blog_id, path)
);
