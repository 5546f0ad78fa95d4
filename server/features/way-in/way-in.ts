import { sql } from 'kysely';
import type { WayIn } from '#domain/contract/way-in.ts';
import type { Queryable } from '../../db/store.ts';

/** Reads the oldest campaign with what it already has, each the oldest that is filled, and asks for no table in whole. */
export async function readWayIn(db: Queryable): Promise<WayIn> {
  const { rows } = await sql<WayIn>`
    with campaign as (select id, name from campaigns order by id limit 1),
    project as (
      select p.* from projects p join campaign c on p.campaign_id = c.id
      where p.module not in ('AccountCreation', 'Indexer') order by p.id limit 1),
    output as (
      select l.id, l.name from link_sets l join campaign c on l.campaign_id = c.id
      where exists (select from projects p where p.url_list_id = l.id) or l.count = 0 order by l.id limit 1)
    select
      (select json_build_object('id', json_build_object('module', module, 'siteId', site_id), 'url', url,
        'connector', connector) from sites where permission <> 'none' order by module, site_id limit 1) as site,
      (select to_json(c) from campaign c) as campaign,
      (select json_build_object('id', p.id, 'name', p.name, 'hasAccount', p.count > 0) from profiles p
        join campaign c on p.campaign_id = c.id order by p.count = 0, p.id limit 1) as profile,
      (select json_build_object('id', g.id, 'name', g.name, 'hasArticle', g.count > 0) from content_groups g
        order by g.count = 0, g.id limit 1) as "group",
      (select json_build_object('id', l.id, 'name', l.name,
        'anchor', (select i.anchor from url_items i where i.url_list_id = l.id order by i.id limit 1))
        from link_sets l join campaign c on l.campaign_id = c.id
        where l.count > 0 and not exists (select from projects p where p.url_list_id = l.id)
        order by l.id limit 1) as links,
      (select to_json(o) from output o) as output,
      (select json_build_object('id', p.id, 'name', p.name, 'module', p.module, 'status', p.status, 'isReady',
        coalesce(p.profile_id, p.private_network_id) is not null and p.url_list_id is not null
          and p.content_group_id is not null and exists (select from project_sites r where r.project_id = p.id and r.checked))
        from project p) as project,
      exists (select from link_sets where live > 0) as "isProved",
      (select r.post_url from project_sites r join project p on r.project_id = p.id
        where r.proof_state = 'LIVE' and r.post_url is not null order by r.module, r.site_id limit 1) as "provedPage"`.execute(
    db,
  );
  return rows[0] as WayIn;
}
