-- The article of a post was written down with its reservation; when it was deleted while the post was prepared, the post has
-- let go of it, and the text that was made of it still goes out.
drop function mark_sending(bigint, uuid, jsonb, text, bigint);
create function mark_sending(post bigint, boot uuid, new_content jsonb, account text) returns int
language plpgsql as $$
declare
  m text;
  s text;
  gap int;
  held boolean;
  allowed boolean;
  free_at timestamptz;
begin
  select p.module, p.site_id into m, s from posts p
  where p.id = post and p.state = 'CLAIMED' and p.claimed_by = boot for update;
  if not found then return -1; end if;
  select i.gap_ms, h.stopped or h.hold_until > now(), i.permission <> 'none' into gap, held, allowed
  from sites i left join hosts h on h.host = i.host where i.module = m and i.site_id = s;
  if allowed is not true then return -3; end if;
  if held then return -2; end if;
  if gap > 0 then
    select q.act_next_at into free_at from site_queue q where q.module = m and q.site_id = s for update;
    if free_at > clock_timestamp() then
      return greatest(1, ceil(extract(epoch from free_at - clock_timestamp()) * 1000));
    end if;
    free_at := clock_timestamp() + make_interval(secs => gap / 1000.0);
    update site_queue q set act_next_at = free_at, next_at = greatest(q.next_at, free_at),
      ready_at = case when q.ready_at is null then null else greatest(q.ready_at, free_at) end
    where q.module = m and q.site_id = s;
  end if;
  update posts set state = 'SENDING', content = new_content, account_key = account, sent_at = clock_timestamp()
  where id = post;
  insert into attempts (post_id, account, state) values (post, account, 'SENDING');
  return 0;
end $$;
