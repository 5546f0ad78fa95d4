import { expect, test } from 'vitest';
import { htmlToText } from '#connectors/kit/html-to-text.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { findBrokenSpin } from '#domain/rules/spin-braces.ts';
import { buildArticle, countWords } from './build-article.ts';
import { readBanks } from './read-banks.ts';

const banks = [...readBanks().values()];

test('there are twelve categories at least, each with all that an article has', () => {
  expect(banks.length).toBeGreaterThanOrEqual(12);
  for (const { id, label, titles, intro, sections, ends } of banks) {
    expect([id, label, titles.length, intro.length, ends.length].every(Boolean), id).toBe(true);
    expect(titles.length, id).toBeGreaterThanOrEqual(4);
    for (const { heading, sentences } of sections) expect(sentences, `${id}: ${heading}`).toHaveLength(9);
    const all = [...intro, ...ends, ...sections.flatMap(({ sentences }) => sentences)];
    expect(new Set(all).size, id).toBe(all.length);
    for (const sentence of all) expect(sentence, id).toMatch(/^[A-Z].*[.?]$/);
    for (const title of titles) expect(findBrokenSpin(title), title).toBeNull();
  }
});

test.each(banks.map(({ id }) => id))('%s reaches every length within a tenth, and is another one each time', (id) => {
  const bank = readBanks().get(id);
  if (!bank) throw new Error(id);
  const seen = new Set<string>();
  for (const wordCount of [300, 345, 500, 777, 1_000])
    for (let seed = 0; seed < 20; seed += 1) {
      const { title, body } = buildArticle(bank, wordCount, seededRandom(`${seed}`));
      const words = countWords(htmlToText(body));
      expect(Math.abs(words - wordCount) / wordCount, `${wordCount} ${seed}: ${words}`).toBeLessThan(0.1);
      expect(buildArticle(bank, wordCount, seededRandom(`${seed}`))).toEqual({ title, body });
      seen.add(body);
    }
  expect(seen.size).toBe(100);
});

test('it reads like an article', () => {
  const [bank] = banks;
  if (!bank) throw new Error('no bank');
  const { body } = buildArticle(bank, 500, seededRandom('1'));
  expect(body).toMatch(/^<p>[^<]+<\/p>\n<h2>[^<]+<\/h2>\n<p>/);
  expect(body).toMatch(/<\/p>$/);
  for (const [, part = ''] of body.matchAll(/<\/h2>\n(.*)/g)) expect(part.split('. ').length).toBeGreaterThanOrEqual(2);
});
