import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { loginTexts, sliderSize } from '#domain/contract/session.ts';
import type { Db } from '../../../db/store.ts';
import { TooManyTries } from '../../../errors/refusal.ts';
import { addressKey } from '../tries.ts';
import { paintPuzzle } from './picture.ts';
import { encodePng } from './png.ts';
import type { Raster } from './raster.ts';

/** How long a picture may be answered. */
const validFor = sql`interval '2 minutes'`;
/** Pictures that one address gets in a minute; a person needs one or two. */
const maxPerMinute = 20;
/** Nearest place of the gap: the piece starts at 0 and must be moved by its own width at least. */
const minX = sliderSize.piece + 10;

/** A slider as the page gets it; the place of the gap stays in the store. */
export interface Slider {
  id: string;
  background: string;
  piece: string;
  top: number;
}

/** Pictures that are being made, by address: they count before they stand in the store. */
const inWork = new Map<string, number>();
/** Pictures that are made at the same time for all addresses: each takes some 25 ms. */
const maxInWork = 40;

/** Makes a picture for one try; throws when the address asks too often, or too many ask at once. */
export async function makeSlider(db: Db, from: string): Promise<Slider> {
  const address = addressKey(from);
  const others = inWork.get(address) ?? 0;
  const all = [...inWork.values()].reduce((sum, count) => sum + count, 0);
  if (others >= maxPerMinute || all >= maxInWork) throw new TooManyTries(loginTexts.tooMany);
  inWork.set(address, others + 1);
  try {
    return await makeOne(db, address, others);
  } finally {
    const left = (inWork.get(address) ?? 1) - 1;
    if (left === 0) inWork.delete(address);
    else inWork.set(address, left);
  }
}

async function makeOne(db: Db, address: string, others: number): Promise<Slider> {
  await db.deleteFrom('login_sliders').where('made_at', '<', sql<Date>`now() - ${validFor}`).execute();
  const { count } = await db
    .selectFrom('login_sliders')
    .where('address', '=', address)
    .where('made_at', '>', sql<Date>`now() - interval '1 minute'`)
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count + others >= maxPerMinute) throw new TooManyTries(loginTexts.tooMany);
  // Not from the picture's own seed, which could be found out by painting.
  const x = randomInt(minX, sliderSize.width - sliderSize.piece + 1);
  const top = randomInt(4, sliderSize.height - sliderSize.piece - 3);
  const id = randomBytes(16).toString('base64url');
  await db.insertInto('login_sliders').values({ id, address, x }).execute();
  const { background, piece } = paintPuzzle(randomBytes(16).toString('hex'), { x, top });
  return { id, background: await dataUri(background), piece: await dataUri(piece), top };
}

async function dataUri({ width, height, pixels }: Raster): Promise<string> {
  return `data:image/png;base64,${(await encodePng(width, height, pixels)).toString('base64')}`;
}

/** Checks an answer `id:x`; whatever it says, the picture is used up. */
export async function isSliderSolved(db: Db, answer: string): Promise<boolean> {
  const [, id, x] = /^([\w-]{22}):(\d{1,3})$/.exec(answer) ?? [];
  if (id === undefined) return false;
  const row = await db
    .updateTable('login_sliders')
    .set({ used: true })
    .where('id', '=', id)
    .where('used', '=', false)
    .where('made_at', '>', sql<Date>`now() - ${validFor}`)
    .returning('x')
    .executeTakeFirst();
  return row !== undefined && Math.abs(row.x - Number(x)) <= sliderSize.tolerance;
}
