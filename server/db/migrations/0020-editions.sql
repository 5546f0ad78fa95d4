-- What is edited by hand carries an edition, which grows with each change of what its form shows: a save names the one that
-- was read, and an older one is refused. What else a row holds (its state, its proof, its counts) leaves it alone.
create function set_row_edition() returns trigger language plpgsql as $$
begin
  new.edition := nextval('row_versions');
  return new;
end $$;
alter table projects add column edition bigint not null default 0;
-- A save may have changed the marks of its sites alone.
create trigger projects_edition before update of settings on projects for each row execute function set_row_edition();
-- Sites and accounts may be deleted and added again under the same key. First a constant, then the sequence: rows that are
-- there are not written anew.
alter table sites add column edition bigint not null default 0;
alter table sites alter column edition set default nextval('row_versions');
create trigger sites_edition before update of platform, url, connector, pr, dofollow, permission, permission_note, at_once, gap_ms
  on sites for each row when (
    (old.platform, old.url, old.connector, old.pr, old.dofollow, old.permission, old.permission_note, old.at_once, old.gap_ms)
    is distinct from
    (new.platform, new.url, new.connector, new.pr, new.dofollow, new.permission, new.permission_note, new.at_once, new.gap_ms)
  ) execute function set_row_edition();
alter table accounts add column edition bigint not null default 0;
alter table accounts alter column edition set default nextval('row_versions');
create trigger accounts_edition before update of site_name, email, username, password on accounts for each row
  when ((old.site_name, old.email, old.username, old.password) is distinct from (new.site_name, new.email, new.username, new.password))
  execute function set_row_edition();
alter table content_groups add column edition bigint not null default 0;
create trigger content_groups_edition before update of words_not_to_be_changed, max_usage_per_article on content_groups
  for each row when ((old.words_not_to_be_changed, old.max_usage_per_article)
    is distinct from (new.words_not_to_be_changed, new.max_usage_per_article)) execute function set_row_edition();
alter table url_items add column edition bigint not null default 0;
create trigger url_items_edition before update of url, anchor, links_on_page on url_items for each row
  when ((old.url, old.anchor, old.links_on_page) is distinct from (new.url, new.anchor, new.links_on_page))
  execute function set_row_edition();
