-- Diagrams are edited: their rows tell their age to windows, and what the designer shows carries an edition.
alter table strategies
  add column version bigint not null default nextval('row_versions'),
  add column edition bigint not null default 0;
create trigger strategies_version before update on strategies for each row execute function set_row_version();
create trigger strategies_edition before update of description, strategy on strategies for each row
  when ((old.description, old.strategy) is distinct from (new.description, new.strategy)) execute function set_row_edition();
