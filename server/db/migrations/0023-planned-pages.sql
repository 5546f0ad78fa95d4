-- When a site is to show a page: the word outlives the post, which goes with its project.
alter table url_items add column shown_from timestamptz;
update url_items i set shown_from = (p.content->>'publishAt')::timestamptz from posts p
  where p.id = i.post_id and (p.content->>'publishAt')::timestamptz > now();
