import { readFileSync } from 'node:fs';
import { entriesOf, type PartOfSpeech } from './entries.ts';
import { type VerbForm, verbForms } from './forms.ts';

/** A verb as a text shows it. */
export interface ShownVerb {
  base: string;
  /** More than one where they look the same: "helped". */
  forms: readonly VerbForm[];
}

/** Synonyms with what it takes to find a word of a text among them. */
export interface Dictionary {
  /** Alternatives of a base form by part of speech and word: "v begin". */
  alternatives: ReadonlyMap<string, readonly string[]>;
  /** What every form of a verb is. */
  verbs: ReadonlyMap<string, ShownVerb>;
  /** Base form of every form of any verb that the dictionary names. */
  bases: ReadonlyMap<string, string>;
  /** Singular of every plural of a noun. */
  singulars: ReadonlyMap<string, string>;
  /** Several words with a meaning of their own, in small letters: "of course". */
  phrases: ReadonlySet<string>;
  /** Words with alternatives, in any form. */
  known: ReadonlySet<string>;
  /** A form of a verb, also of one with words behind it: "carried on". */
  verbAs(base: string, form: VerbForm): string;
  /** "box" to "boxes"; of several words the last one changes. */
  pluralOf(singular: string): string;
}

/** Reads the dictionary that lies beside this file; some 20 ms of work. */
export function readDictionary(): Dictionary {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const entries = entriesOf(read('synonyms.txt'));
  const of = (...parts: PartOfSpeech[]) => entries.filter(({ part }) => parts.includes(part)).map(({ word }) => word);
  const conjugated = new Map<string, string[]>();
  const plurals = new Map<string, string>();
  for (const line of read('forms.txt').trim().split('\n')) {
    const [part, base = '', ...forms] = line.split(' ');
    if (part === 'v') conjugated.set(base, [base, ...forms]);
    else plurals.set(base, forms[0] ?? base);
  }
  const verbs = new Map<string, { base: string; forms: VerbForm[] }>();
  for (const base of of('v', 't'))
    for (const [at, shown] of (conjugated.get(base) ?? []).entries()) {
      const verb = verbs.get(shown) ?? { base, forms: [] };
      const form = verbForms[at];
      if (verb.base === base && form && !verb.forms.includes(form)) verb.forms.push(form);
      verbs.set(shown, verb);
    }
  const singulars = new Map(of('n').flatMap((word) => [[plurals.get(word) ?? word, word] as const]));
  return {
    alternatives: new Map(entries.map(({ part, word, alternatives }) => [`${part} ${word}`, alternatives])),
    verbs,
    bases: new Map([...conjugated].flatMap(([base, forms]) => forms.map((form) => [form, base] as const))),
    singulars,
    phrases: new Set(read('phrases.txt').trim().split('\n')),
    known: new Set([...entries.map(({ word }) => word), ...verbs.keys(), ...singulars.keys()]),
    verbAs: (base, form) => {
      const [head = '', ...rest] = base.split(' ');
      return [conjugated.get(head)?.[verbForms.indexOf(form)] ?? head, ...rest].join(' ');
    },
    pluralOf: (singular) => {
      const words = singular.split(' ');
      const last = words.at(-1) ?? '';
      return [...words.slice(0, -1), plurals.get(last) ?? last].join(' ');
    },
  };
}
