-- A mailbox of the operator's list: whether its login works, and what its form shows carries an edition.
alter table user_emails
  add column address_key text generated always as (lower(address)) stored,
  add column login_state text not null default 'NEW',
  add column login_said text,
  add column checked_at timestamptz,
  -- Waits for the check of logins that is under way.
  add column check_asked boolean not null default false,
  add column version bigint not null default nextval('row_versions'),
  add column edition bigint not null default nextval('row_versions');
create trigger user_emails_version before update on user_emails for each row execute function set_row_version();
create trigger user_emails_edition
  before update of address, login, password, server, port, protocol, ssl, check_spam_folder, spam_folder_name on user_emails
  for each row when (
    (old.address, old.login, old.password, old.server, old.port, old.protocol, old.ssl, old.check_spam_folder, old.spam_folder_name)
    is distinct from
    (new.address, new.login, new.password, new.server, new.port, new.protocol, new.ssl, new.check_spam_folder, new.spam_folder_name)
  ) execute function set_row_edition();
create index user_emails_place on user_emails (address_key collate natural_order, id);
create index user_emails_check on user_emails (id) where check_asked;
create index user_emails_search on user_emails using gin ((lower(address || ' ' || login || ' ' || server)) gin_trgm_ops);

-- What two windows write into one article.
alter table articles add column edition bigint not null default 0;
create trigger articles_edition before update of title, body, author_name, author_bio on articles for each row
  when ((old.title, old.body, old.author_name, old.author_bio) is distinct from (new.title, new.body, new.author_name, new.author_bio))
  execute function set_row_edition();
