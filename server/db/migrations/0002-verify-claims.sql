-- A site that is being probed still asks for its probe: the end of all probes is told after the last answer.
alter table sites add column verify_claimed_at timestamptz;
