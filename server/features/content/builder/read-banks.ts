import { readdirSync, readFileSync } from 'node:fs';

/** A part of an article under its own heading; its sentences stand in an order, but none needs the one before. */
export interface Section {
  heading: string;
  sentences: string[];
}

/** What articles of one category are built of. */
export interface Bank {
  /** Name of its file: what an order names. */
  id: string;
  label: string;
  /** With spin syntax. */
  titles: string[];
  intro: string[];
  sections: Section[];
  ends: string[];
}

const folder = new URL('banks/', import.meta.url);
let banks: Map<string, Bank> | undefined;

/** Every category by its id, in the order of their names; each may use the general sections too. Read once. */
export function readBanks(): ReadonlyMap<string, Bank> {
  banks ??= readAll();
  return banks;
}

function readAll(): Map<string, Bank> {
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readBank(name.replace(/\.txt$/, ''), readFileSync(new URL(name, folder), 'utf8')));
  const general = all.filter(({ label }) => label === '').flatMap(({ sections }) => sections);
  return new Map(
    all
      .filter(({ label }) => label !== '')
      .sort((a, b) => a.label.localeCompare(b.label))
      .map((bank) => [bank.id, { ...bank, sections: [...bank.sections, ...general] }]),
  );
}

/** Lines "category:", "title:", "intro:", "section:" and "end:"; what has no such word belongs to the section above. */
function readBank(id: string, text: string): Bank {
  const bank: Bank = { id, label: '', titles: [], intro: [], sections: [], ends: [] };
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, word, rest = ''] = /^(category|title|intro|section|end): (.*)$/.exec(line) ?? [];
    if (word === 'category') bank.label = rest;
    else if (word === 'title') bank.titles.push(rest);
    else if (word === 'intro') bank.intro.push(rest);
    else if (word === 'end') bank.ends.push(rest);
    else if (word === 'section') bank.sections.push({ heading: rest, sentences: [] });
    else bank.sections.at(-1)?.sentences.push(line);
  }
  return bank;
}
