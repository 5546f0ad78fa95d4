-- Proxies of the operator's. A check notes whose it is: of a process that died nothing is left to wait for.
create table proxies (
  id bigint generated always as identity primary key,
  address text not null,
  port int not null check (port between 1 and 65535),
  kind text not null check (kind in ('HTTP', 'HTTPS', 'SOCKS5')),
  username text,
  password text,
  status text not null default 'NEW' check (status in ('NEW', 'WORKING', 'FAILED')),
  said text,
  checked_at timestamptz,
  checking_by uuid,
  -- Accounts that go through it, kept by triggers.
  accounts int not null default 0,
  version bigint not null default nextval('row_versions'),
  unique (address, port)
);
create trigger proxies_version before update on proxies for each row execute function set_row_version();
create index proxies_free on proxies (accounts, id) where status <> 'FAILED';

-- Which account goes through which proxy (D-ENG-11): one per account, until it fails or is deleted. The key is a hash.
create table account_proxies (
  account_key text primary key,
  proxy_id bigint not null references proxies on delete cascade
);
create index account_proxies_of on account_proxies (proxy_id);
create function count_proxy_accounts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then update proxies set accounts = accounts - 1 where id = old.proxy_id; end if;
  if tg_op <> 'DELETE' then update proxies set accounts = accounts + 1 where id = new.proxy_id; end if;
  return null;
end $$;
create trigger account_proxies_counted after insert or delete or update of proxy_id on account_proxies
for each row execute function count_proxy_accounts();

-- The proxy of an account: its own while that may be used, else the one with the fewest accounts. No row: none may be used.
create function proxy_of_account(account text) returns setof proxies language plpgsql as $$
declare
  chosen bigint;
begin
  return query select p.* from account_proxies a join proxies p on p.id = a.proxy_id
    where a.account_key = account and p.status <> 'FAILED';
  if found then return; end if;
  select id into chosen from proxies where status <> 'FAILED' order by accounts, id limit 1 for update skip locked;
  if chosen is null then select id into chosen from proxies where status <> 'FAILED' order by accounts, id limit 1; end if;
  if chosen is null then return; end if;
  insert into account_proxies (account_key, proxy_id) values (account, chosen)
  on conflict (account_key) do update set proxy_id = excluded.proxy_id;
  return query select p.* from proxies p where p.id = chosen;
end $$;

-- Hosts that are neither posted to, registered on nor told to indexing services; what is below them goes with them.
create table blocked_sites (
  id text primary key,
  added_at timestamptz not null default now()
);

-- "a.b.test:80" is a.b.test, b.test and test.
create function host_suffixes(host text) returns text[] language sql immutable as $$
  select array(select array_to_string(p.parts[n:], '.') from (
    select string_to_array(regexp_replace(lower(host), ':[0-9]+$', ''), '.') as parts) p, generate_series(1, cardinality(p.parts)) n)
$$;
create function is_blocked(host text) returns boolean language sql stable as $$
  select exists (select from blocked_sites where id = any (host_suffixes(host)))
$$;

-- What the posting of every act reads with its site.
alter table sites add column blocked boolean not null default false;
create function set_blocked() returns trigger language plpgsql as $$
begin
  new.blocked := is_blocked(new.host);
  return new;
end $$;
create trigger sites_blocked before insert or update of host on sites for each row execute function set_blocked();
create function block_sites() returns trigger language plpgsql as $$
begin
  update sites s set blocked = not blocked
  where host_suffixes(s.host) && (select array_agg(id) from changed) and s.blocked <> is_blocked(s.host);
  return null;
end $$;
create trigger blocked_sites_added after insert on blocked_sites referencing new table as changed
for each statement execute function block_sites();
create trigger blocked_sites_removed after delete on blocked_sites referencing old table as changed
for each statement execute function block_sites();

-- As in migration 0015, but that a blocked site may not be posted to either.
create or replace function mark_sending(boot uuid, wanted bigint[], contents jsonb[], accounts text[], patient boolean)
returns table (post bigint, answer int, gap int) language plpgsql
set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
declare
  ours bigint[] := claimed_by_us(boot, wanted, patient);
  marked bigint[] := '{}';
  p record;
begin
  for p in
    select q.id, q.module, q.site_id, coalesce(i.gap_ms, 0) as gap_ms, h.stopped or h.hold_until > now() as held,
      i.permission <> 'none' and not i.blocked as allowed
    from posts q left join sites i on i.module = q.module and i.site_id = q.site_id left join hosts h on h.host = i.host
    where q.id = any (ours) order by q.module, q.site_id, q.id
  loop
    post := p.id;
    gap := p.gap_ms;
    answer := case when p.allowed is not true then -3 when p.held then -2 else take_gap(p.module, p.site_id, p.gap_ms) end;
    if answer = 0 then marked := marked || p.id; end if;
    return next;
  end loop;
  if cardinality(marked) = 0 then return; end if;
  update posts q set state = 'SENDING', content = w.content, account_key = w.account, sent_at = clock_timestamp()
  from unnest(wanted, contents, accounts) as w(post, content, account) where q.id = w.post and q.id = any (marked);
  insert into attempts (post_id, account, state)
  select w.post, w.account, 'SENDING' from unnest(wanted, accounts) as w(post, account) where w.post = any (marked);
end $$;
