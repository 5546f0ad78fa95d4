import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What each migration was when it landed. An operator's store has run it and never runs it again, so an edit would leave
 * that store different from a new one: a change is a further migration, with its line here.
 */
const landed = readFileSync('test/landed-migrations.txt', 'utf8').trim().split('\n');

test('a migration that landed never changes', () => {
  const folder = 'server/db/migrations';
  const files = readdirSync(folder).toSorted();
  const lines = files.map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(`${folder}/${name}`))
      .digest('hex');
    return `${hash}  ${name}`;
  });
  expect(lines).toEqual(landed);
});
