-- How often all links of a set are read again, in days; null: only when somebody asks for it. The engines look for what is due.
alter table url_lists add column check_every_days int check (check_every_days between 1 and 365),
  add column next_check_at timestamptz;
create index url_lists_due_checks on url_lists (next_check_at) where next_check_at is not null;
