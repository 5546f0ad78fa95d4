import type { z } from 'zod';
import { type articleInput, type ContentGroup, createContentGroup, saveArticle } from '#domain/contract/content.ts';
import { send } from '#web/lib/call.ts';
import { CallFailed } from '#web/lib/failure.ts';

/** True where the server does not know what a call names. */
export const isGone = (error: unknown): boolean => error instanceof CallFailed && error.status === 404;

/** Saves what is written as a new article: in its group, or in one of the same name where that was deleted too. */
export async function saveAnew({ id, name }: ContentGroup, fields: z.input<typeof articleInput>) {
  const saveIn = (contentGroupId: number) =>
    send(saveArticle, { body: { ...fields, id: null, contentGroupId }, quietOn: [404] });
  try {
    return await saveIn(id);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  const { contentGroup } = await send(createContentGroup, { body: { name } });
  return saveIn(contentGroup.id);
}
