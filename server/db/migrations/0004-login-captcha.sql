-- A try counts as failed before its password is checked, so that many at once do not get past the limit; by its id it is
-- taken back when the password was right.
alter table login_failures add column id bigint generated always as identity;
create index login_failures_at on login_failures (at);
-- With the option automaticSignIn a session ends 30 days after the sign-in, whether it is used or not.
alter table sessions add column kept boolean not null default false;

-- Pictures of the slider of the sign-in, with the offset at which the piece fits.
create table login_sliders (
  id text primary key,
  address text not null,
  x int not null,
  used boolean not null default false,
  made_at timestamptz not null default now()
);
create index login_sliders_address on login_sliders (address, made_at);
create index login_sliders_made_at on login_sliders (made_at);
