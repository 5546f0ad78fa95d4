-- What was left on the logins of services whenever they were asked: the last 30 days are shown. `login` is a hash: of another
-- login of the same service nothing is known.
create table service_balances (
  service text not null,
  login text not null,
  asked_at timestamptz not null default now(),
  state text not null check (state in ('VALID', 'REFUSED', 'FAILED')),
  amount double precision,
  unit text,
  detail text not null default '',
  primary key (service, login, asked_at)
);
create index service_balances_age on service_balances (asked_at);
