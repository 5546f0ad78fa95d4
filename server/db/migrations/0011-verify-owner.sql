-- Who probes a site: a dead process's probe is taken up as soon as its death is known.
alter table sites add column verify_claimed_by uuid;
