-- Diagrams: built-in ones are made at start, one of each name.
alter table strategies add column type text not null default 'CUSTOM';
alter table strategies add column description text not null default '';
alter table strategies add column strategy text not null default '{"cells":[]}';
create unique index strategies_built_in on strategies (name) where type = 'BUILTIN';
