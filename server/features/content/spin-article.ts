import type { z } from 'zod';
import type { spinArticle as contract } from '#domain/contract/content.ts';
import { splitCommaText } from '#domain/rules/comma-text.ts';
import type { App } from '../../app.ts';
import { patience, spinBy } from '../options/spinners/spinners.ts';
import { getArticle } from './articles.ts';
import { getGroup } from './groups.ts';

/**
 * Has title and body spun; nothing is stored. The words that its group does not want changed stay as they are (D-CONT-14); an
 * article that is not saved has the id 0 and may name its group. Given up when whoever waits leaves (`gone`).
 */
export async function spinArticle(
  app: App,
  id: number,
  { spinnerService, title, body, contentGroupId }: z.output<(typeof contract)['body']>,
  gone: AbortSignal,
): Promise<{ title: string; body: string }> {
  const { db } = app.store;
  const groupId = id === 0 ? contentGroupId : (await getArticle(db, id)).contentGroupId;
  const words = groupId === undefined ? '' : (await getGroup(db, groupId)).wordsNottobeChanged;
  const request = {
    title,
    text: body,
    protectedWords: splitCommaText(words),
    signal: AbortSignal.any([patience(), gone]),
  };
  const spun = await spinBy(app, spinnerService, request);
  return { title: spun.title, body: spun.text };
}
