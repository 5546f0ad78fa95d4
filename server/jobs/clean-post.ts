import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { ClaimedPost } from '../engine/acts/claim.ts';
import { maskSecrets } from '../outside/mask-secrets.ts';
import { jobFor, readContext } from './post-context.ts';

/** How long it is remembered whether any project wants its posts cleaned, in ms. */
const keepMs = 2_000;
const wanted = new WeakMap<App, { until: number; isWanted: Promise<boolean> }>();

/** Most installations clean nothing: they pay one small question every few seconds, not one for every proof. */
function isAnyWanted(app: App): Promise<boolean> {
  const known = wanted.get(app);
  if (known && known.until > Date.now()) return known.isWanted;
  const isWanted = app.store.db
    .selectFrom('projects')
    .where(sql<boolean>`settings->>'cleanAfterProof' = 'true'`)
    .select('id')
    .limit(1)
    .execute()
    .then((rows) => rows.length > 0);
  wanted.set(app, { until: Date.now() + keepMs, isWanted });
  isWanted.catch(() => wanted.delete(app));
  return isWanted;
}

/**
 * Takes the sign for look-ups out of a post whose links were just seen live, where its project wants that and its platform
 * can change posts (D-ENG-26); what others wrote there meanwhile stays. Nothing is looked for by it any more. What fails is done at the next proof of the page.
 */
export async function cleanAfterProof(
  app: App,
  { linkId, cleans }: { linkId: number; cleans?: boolean },
  signal: AbortSignal,
): Promise<void> {
  let secrets: string[] = [];
  try {
    if (!(cleans ?? (await isAnyWanted(app)))) return;
    const post = await readPost(app, linkId);
    if (!post?.content || !post.remoteId) return;
    const context = await readContext(app, post);
    const { publishing, account, site } = context;
    if (!publishing.unmark || !account || site.permission === 'none') return;
    secrets = [account.password];
    await publishing.unmark(jobFor(app, post, context, signal), post.remoteId, post.content.marker);
    await app.store.db.updateTable('posts').set({ cleaned_at: sql<Date>`now()` }).where('id', '=', post.id).execute();
  } catch (error) {
    const reason = maskSecrets(String(error), secrets);
    app.log.warn({ link: linkId, reason }, 'the sign for look-ups still stands in a post');
  }
}

type StandingPost = ClaimedPost & { remoteId: string | null };

/** The post behind a link whose proof says live, when it is to be cleaned and was not yet. */
async function readPost(app: App, linkId: number): Promise<StandingPost | undefined> {
  const { rows } = await app.store.pool.query<StandingPost>({
    name: 'post-to-clean',
    text: `select p.id, p.project_id as "projectId", p.run_id as "runId", p.module, p.site_id as "siteId", p.email, p.seed, p.content,
        p.account_key as "accountKey", '{}'::text[] as "accountsTried", 'LOOKING' as state, p.remote_id as "remoteId"
      from url_items i join posts p on p.id = i.post_id join projects j on j.id = p.project_id
      where i.id = $1 and i.proof_state = 'LIVE' and p.cleaned_at is null and j.settings->>'cleanAfterProof' = 'true'`,
    values: [linkId],
  });
  return rows[0];
}
