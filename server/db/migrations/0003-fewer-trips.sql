-- A claim costs planning more than running: its plan is kept.
alter function claim_posts(uuid, int, int) set plan_cache_mode = force_generic_plan;
