import type { ScreenWorld } from '#test/support/screen-world.ts';

type Place = Pick<ScreenWorld, 'app' | 'ids'>;

/** What a year of work leaves in a product: many rows, long names, every state, long messages. */
export async function fillScreens(place: Place): Promise<void> {
  await fillProjects(place);
  await fillLists(place);
  await place.app.app.store.pool.query('analyze');
}

/** Campaigns, projects and sites in every state. */
async function fillProjects({ app, ids }: Place): Promise<void> {
  const { pool } = app.app.store;
  const run = (text: string, values: unknown[] = []) => pool.query(text, values);
  await run(`insert into campaigns (name, status, creating_type, created_at)
    select 'Campaign ' || n || case when n % 7 = 0 then ' with a name that somebody made as long as a sentence can be made' else '' end,
      case when n % 3 = 0 then 'PAUSED' else 'ACTIVE' end, case when n % 5 = 0 then 'XWizard' else 'Manually' end,
      now() - n * interval '9 days' from generate_series(1, 120) n`);
  await run(
    `insert into projects (campaign_id, name, module, status, last_error, schedule)
    select case when n <= 14 then $1::bigint else 1 + n % 20 end, 'Posting number ' || n,
      (array['SocialNetwork', 'Wiki', 'Private', 'Indexer', 'AccountCreation'])[1 + n % 5],
      (array['NEW', 'RUNNING', 'COMPLETED', 'FAILED', 'STOPPED', 'SCHEDULED'])[1 + n % 6],
      case when n % 6 = 3 then '["The <b>account</b> of this site was refused: <a href=\\"/accounts/1\\">open the accounts</a>"]'::jsonb end,
      case when n % 6 = 5 then jsonb_build_object('type', 'Simple', 'scheduleType', 'FixedDate', 'startDate', '03/02/2031 10:30', 'status', 'SCHEDULED', 'repeat', false, 'sourceProjectIds', '[]'::jsonb) end
    from generate_series(1, 60) n where n % 6 <> 1 and n % 6 <> 5`,
    [ids.campaignId],
  );
  await run(`update project_tallies set chosen = 40 + project_id % 30, done = project_id % 40, failed = project_id % 7,
    unknown = project_id % 3, live = project_id % 33, last_run_at = now() - project_id % 500 * interval '1 day'`);
  await run(`insert into sites (module, site_id, platform, url, host, connector, pr, dofollow, permission, at_once, gap_ms, status, status_reason)
    select 'SocialNetwork', 'a-rather-long-name-of-a-site-' || n || '.example', (array['wordpress', 'mediawiki', 'shaarli'])[1 + n % 3],
      'https://a-rather-long-name-of-a-site-' || n || '.example/blog/of/somebody/', 'site-' || n || '.example', 'wordpress', n * 7 % 101,
      n % 2 = 0, (array['owned', 'granted', 'none'])[1 + n % 3], 2, 60000, (array['NEW', 'WORKING', 'FAILED'])[1 + n % 3],
      case when n % 3 = 2 then 'The site answered <b>503 Service Unavailable</b> to the request for its sign-in page, three times in ten minutes; it may be down for maintenance. Try again later or open the site in a browser.' end
    from generate_series(1, 400) n`);
  await run(
    `insert into project_sites (project_id, module, site_id, checked, status, wait_info, post_url, proof_state)
    select $1, module, site_id, true, s, case s
        when 'FAILED' then 'The site refused the post with <b>403 Forbidden</b>: "Sorry, you are not allowed to create posts as this user." Check the rights of the <a href="/accounts/1">account</a>.'
        when 'RUNNING' then 'Retry 1 of 3 in 20 s' when 'NONE' then 'Waits for its turn: two posts at once on this host' end,
      case when s = 'SUCCESS' then url || '2026/11/a-post-with-a-clean-address-from-its-title/' end, case when s = 'SUCCESS' then 'LIVE' end
    from (select *, (array['SUCCESS', 'FAILED', 'RUNNING', 'UNKNOWN', 'STOPPED', 'NONE'])[1 + pr % 6] s from sites where site_id like 'a-rather%') x
    on conflict do nothing`,
    [ids.projectId],
  );
}

/** Links, accounts and articles by the thousand. */
async function fillLists({ app, ids }: Place): Promise<void> {
  const run = (text: string, values: unknown[] = []) => app.app.store.pool.query(text, values);
  await run(
    `insert into url_items (url_list_id, url, anchor, site, username, added_at, placed_count, proof_state, checked_at, troubled)
    select $1, 'https://a-rather-long-name-of-a-site-' || n || '.example/2026/11/a-post-about-garden-tools-number-' || n || '/',
      case when n % 4 = 0 then '' else 'garden tools for small gardens, number ' || n end, 'a-rather-long-name-of-a-site-' || n || '.example',
      'writer-of-the-long-name-' || n || '@example.test', now() - n * interval '13 hours', n % 5, (array['LIVE', 'CHANGED', 'MISSING', 'UNREADABLE', 'NONE'])[1 + n % 5],
      case when n % 5 <> 4 then now() - n * interval '5 hours' end, n % 11 = 0 from generate_series(1, 3000) n`,
    [ids.moneyId],
  );
  await run(
    `insert into accounts (profile_id, site_key, email_key, site_name, email, username, password, stopped_reason)
    select $1, name, mail, name, mail, 'writer-of-the-long-name-' || n, (select password from accounts limit 1),
      case when n % 6 = 0 then 'The site answered <b>wrong password</b> for this account; it is used again once it was edited or tested.' end
    from generate_series(1, 3000) n, lateral (select 'a-rather-long-name-of-a-site-' || n || '.example' as name, 'somebody.with.a.long.name.' || n || '@mail.example.test' as mail) x`,
    [ids.profileId],
  );
  await run(
    `insert into articles (content_group_id, title, body, usage_count, author_name) select $1,
      'An article about garden paths, gravel, stone and the rain that takes them all, number ' || n, 'Words about it.', n % 9, 'Ada' from generate_series(1, 300) n`,
    [ids.groupId],
  );
  await run(`insert into content_groups (name, count) select 'Group ' || n, n * 3 from generate_series(1, 40) n`);
}
