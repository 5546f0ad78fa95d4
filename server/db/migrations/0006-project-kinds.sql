-- Networks of the operator's own blogs; a site is known by site id and email within its network (D-PBN-05).
create table private_networks (
  id bigint generated always as identity primary key,
  name text not null,
  count bigint not null default 0
);
create table private_sites (
  network_id bigint not null references private_networks on delete cascade,
  site_id text not null,
  email text not null,
  "group" text not null default 'Private',
  platform text not null,
  site_url text not null,
  username text not null,
  password text not null,
  self_hosted boolean not null default false
);
create unique index private_sites_identity on private_sites (network_id, lower(site_id), lower(email));

-- A private project names its network where others name an account profile (D-PROJ-11).
alter table projects add column private_network_id bigint references private_networks on delete set null;
create index projects_network on projects (private_network_id);

-- The operator's mailboxes; used: taken for some project (D-ACC-05).
create table user_emails (
  id bigint generated always as identity primary key,
  address text not null,
  login text not null,
  password text not null,
  server text not null,
  port int not null,
  protocol text not null,
  ssl boolean not null,
  used boolean not null default false,
  check_spam_folder boolean not null default false,
  spam_folder_name text not null default ''
);
create unique index user_emails_address on user_emails (lower(address));
create index user_emails_unused on user_emails (id) where not used;
