-- Links in the finished text of a post, beside it: the mix of a link set is counted without unpacking any text.
alter table posts add column n_links int generated always as (jsonb_array_length(content->'links')) stored;
