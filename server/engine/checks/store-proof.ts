import { sql } from 'kysely';
import { noProof } from '#domain/contract/proofs.ts';
import type { GoodWord } from '#domain/rules/proof.ts';
import type { Queryable } from '../../db/store.ts';
import { together } from '../../db/together.ts';
import { commitOne } from '../../live/commit.ts';
import { tellCheck } from './check-progress.ts';
import type { ClaimedCheck } from './link-checks.ts';
import { noteProved, type Parts, type ProvedRow, type TellLink } from './proved-rows.ts';

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

/** Answers the links that were there (migration 0023 says how they are written). */
async function writeWords(on: Queryable, bootId: string, judged: Judged[], patient: boolean): Promise<ProvedRow[]> {
  const words = judged.map(({ check, word }) => ({
    id: check.linkId,
    list: check.urlListId,
    host: check.host ?? null,
    url: check.url,
    state: word.state,
    proof: { ...noProof, ...word },
  }));
  const { rows } = await sql<ProvedRow>`/* hot: store-proofs */
    select (i.item).*, (i.shown).project_id, (i.shown).module, (i.shown).site_id, (i.shown).email, (i.shown).status,
      (i.shown).wait_info, (i.shown).post_url, (i.shown).version, i.counted
    from store_proofs(${bootId}::uuid, ${JSON.stringify(words)}::jsonb, ${patient}) i`.execute(on);
  return rows;
}
