-- Whoever ends a session, by whatever way and in whatever process, tells all processes: their sockets end with it.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('linkwright_session', old.id_hash);
  return null;
end $$;
create trigger session_ends after delete on sessions for each row execute function tell_session_end();
create index sessions_user on sessions (user_id);

-- Earlier versions wrote the events of other processes here in plain text.
delete from live_payloads;
