-- What an editor makes is made once: where its answer was lost, the next try finds it by the editor's name for itself.
alter table campaigns add column made_by text unique;
alter table wizards add column made_by text unique;

-- Who saved a wizard last may save it again, whatever became of the answer.
alter table wizards add column saved_by text not null default '';

-- A new name is a change that a save by hand must know of.
drop trigger wizards_edition on wizards;
create trigger wizards_edition before update of wizard, name on wizards for each row execute function set_row_edition();
