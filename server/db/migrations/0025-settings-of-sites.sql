-- What a connector needs to know of a site beyond its address, the definition of its forms say. As json, not jsonb: it is
-- edited by people, and its members stay in the order in which they were written.
alter table sites add column settings json;
drop trigger sites_edition on sites;
create trigger sites_edition before update of platform, url, connector, pr, dofollow, permission, permission_note, at_once, gap_ms,
    settings
  on sites for each row when (
    (old.platform, old.url, old.connector, old.pr, old.dofollow, old.permission, old.permission_note, old.at_once, old.gap_ms,
      old.settings::text)
    is distinct from
    (new.platform, new.url, new.connector, new.pr, new.dofollow, new.permission, new.permission_note, new.at_once, new.gap_ms,
      new.settings::text)
  ) execute function set_row_edition();
