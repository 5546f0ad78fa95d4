import { sql } from 'kysely';
import { noProof } from '#domain/contract/proofs.ts';
import type { GoodWord } from '#domain/rules/proof.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable } from '../../db/store.ts';
import { together } from '../../db/together.ts';
import { commitOne } from '../../live/commit.ts';
import { tellCheck } from './check-progress.ts';
import type { ClaimedCheck } from './link-checks.ts';

import { iso, itemColumns, noteProved, type Parts, type ProvedRow, showOnSite, type TellLink } from './proved-rows.ts';

interface Judged {
  check: ClaimedCheck;
  word: GoodWord;
  tell: TellLink;
}

/**
 * Stores a good word on the link and on the site row of its post, and ends its check. It may reach the disk later: a proof
 * that is lost with the machine is made again.
 */
export async function storeProof(app: Parts, check: ClaimedCheck, word: GoodWord, tell: TellLink): Promise<void> {
  const { counted } = await storeTogether(app, { check, word, tell });
  if (counted) await tellCheck(app, check.urlListId);
}

/** Proofs of one moment; answers whether the check of the set counted the link. */
const storeTogether = together<Parts, Judged, { counted: boolean }>({
  many: (app, judged) => storeWords(app, judged, false),
  one: async (app, judged) => (await storeWords(app, [judged], true))[0] ?? { counted: judged.check.counted },
});

function storeWords(app: Parts, judged: Judged[], patient: boolean): Promise<({ counted: boolean } | undefined)[]> {
  return commitOne(app, async (db, note) => {
    const rows = new Map((await writeWords(db, app.bootId, judged, patient)).map((row) => [row.id, row]));
    return judged.map(({ check, tell }) => {
      const row = rows.get(check.linkId);
      if (row) noteProved(note, row, tell);
      return row && { counted: row.counted ?? check.counted };
    });
  });
}

/**
 * Answers the links that were there. One that somebody else changes at this moment is waited for if `patient`, else left out.
 * The places of reads that followed a post are given back here, once per site (migration 0015).
 */
async function writeWords(on: Queryable, bootId: string, judged: Judged[], patient: boolean): Promise<ProvedRow[]> {
  const words = judged.map(({ check, word }) => ({
    id: check.linkId,
    list: check.urlListId,
    host: check.host ?? null,
    state: word.state,
    proof: { ...noProof, ...word },
  }));
  // As arrays beside the rows: so the store knows that few are meant, and looks them up by their keys.
  const ids = anyOf(judged.map(({ check }) => check.linkId));
  const lists = anyOf([...new Set(judged.map(({ check }) => check.urlListId))]);
  const inTurn = sql.raw(patient ? '' : 'skip locked');
  const ended = sql.raw(patient ? 'done' : 'item');
  const { rows } = await sql<ProvedRow>`/* hot: store-proofs${sql.raw(patient ? '' : '-together')} */
    with done as materialized (
      select d.* from (select set_config('synchronous_commit', 'off', true), set_config('linkwright.frees_places', 'on', true)) set,
        jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as d(id bigint, list bigint, host text, state text, proof jsonb)
    ), list as materialized (
      select id from url_lists where id = ${lists} order by id for key share ${inTurn}
    ), held as materialized (
      select id from url_items where id = ${ids} and url_list_id in (select id from list)
      order by id for no key update ${inTurn}
    ), item as (
      update url_items i set proof = d.proof || jsonb_build_object('checkedAt', ${iso(sql`now()`)}), proof_state = d.state,
        troubled = false, checked_at = now()
      from done d join held using (id) where i.id = d.id and i.id = ${ids}
      returning ${itemColumns}
    ), ended as (
      delete from link_checks where link_id = ${ids} and link_id in (select id from ${ended}) and claimed_by = ${bootId}
        and (select count(*) from item) >= 0 returning link_id, counted, module, site_id
    ), site_row as materialized (
      select 1 from item join posts p on p.id = item.post_id join project_sites r on r.project_id = p.project_id
        and r.module = p.module and r.site_id = p.site_id and r.email = p.email and r.post_url = p.url
      order by r.project_id, r.module, r.site_id, r.email for no key update of r
    ), shown as (
      ${showOnSite(sql`(select count(*) from site_row) >= 0`)}, item.id as link_id
    ), freed as (
      update hosts set reading_by = null where host in (select host from done where id in (select id from ${ended})) and reading_by = ${bootId}
        and (select count(*) from ended) + (select count(*) from shown) >= 0
    ), places as materialized (
      select refresh_site_queues(array_agg(module), array_agg(site_id), false) from ended
      where module is not null and (select count(*) from shown) >= 0
    )
    select item.*, shown.project_id, shown.module, shown.site_id, shown.email, shown.status, shown.wait_info, shown.post_url,
      shown.version, ended.counted
    from item left join shown on shown.link_id = item.id left join ended on ended.link_id = item.id
    where (select count(*) from places) >= 0`.execute(on);
  return rows;
}
