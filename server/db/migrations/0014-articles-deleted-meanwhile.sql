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
  wait int;
begin
  select p.module, p.site_id into m, s from posts p
  where p.id = post and p.state = 'CLAIMED' and p.claimed_by = boot for update;
  if not found then return -1; end if;
  select i.gap_ms, h.stopped or h.hold_until > now(), i.permission <> 'none' into gap, held, allowed
  from sites i left join hosts h on h.host = i.host where i.module = m and i.site_id = s;
  if allowed is not true then return -3; end if;
  if held then return -2; end if;
  wait := take_gap(m, s, gap);
  if wait > 0 then return wait; end if;
  update posts set state = 'SENDING', content = new_content, account_key = account, sent_at = clock_timestamp()
  where id = post;
  insert into attempts (post_id, account, state) values (post, account, 'SENDING');
  return 0;
end $$;
