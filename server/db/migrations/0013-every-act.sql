-- An act that a connector repeats within one post (its token was too old) keeps the gap of the site too: 0 when it may
-- leave, above 0 the wait in ms, -1 when the post is no longer ours.
create function pace_act(post bigint, boot uuid) returns int language plpgsql as $$
declare
  m text;
  s text;
  gap int;
  free_at timestamptz;
begin
  select p.module, p.site_id into m, s from posts p
  where p.id = post and p.state = 'SENDING' and p.claimed_by = boot for share;
  if not found then return -1; end if;
  select i.gap_ms into gap from sites i where i.module = m and i.site_id = s;
  if coalesce(gap, 0) = 0 then return 0; end if;
  select q.act_next_at into free_at from site_queue q where q.module = m and q.site_id = s for update;
  if free_at > clock_timestamp() then
    return greatest(1, ceil(extract(epoch from free_at - clock_timestamp()) * 1000));
  end if;
  free_at := clock_timestamp() + make_interval(secs => gap / 1000.0);
  update site_queue q set act_next_at = free_at, next_at = greatest(q.next_at, free_at),
    ready_at = case when q.ready_at is null then null else greatest(q.ready_at, free_at) end
  where q.module = m and q.site_id = s;
  return 0;
end $$;
