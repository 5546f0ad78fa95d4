/** Noun, verb, adjective, adverb; `t` is a verb before "to" and another verb. */
export type PartOfSpeech = 'n' | 'v' | 'a' | 'r' | 't';

/** What may stand for a word, in its base form. */
export interface Entry {
  part: PartOfSpeech;
  word: string;
  alternatives: string[];
}

/**
 * Reads lines like "v begin : start, commence" and "n car = automobile", where each may stand for each other. A word
 * that several lines name has the alternatives of all.
 */
export function entriesOf(text: string): Entry[] {
  const entries = new Map<string, Entry>();
  const add = (part: PartOfSpeech, word: string, alternatives: string[]) => {
    const entry = entries.get(`${part} ${word}`) ?? { part, word, alternatives: [] };
    entry.alternatives = [...new Set([...entry.alternatives, ...alternatives])];
    entries.set(`${part} ${word}`, entry);
  };
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const part = line[0] as PartOfSpeech;
    const [left = '', right] = line.slice(2).split(' : ');
    const words = left.split(' = ').map((word) => word.trim());
    if (right !== undefined)
      add(
        part,
        left.trim(),
        right.split(',').map((word) => word.trim()),
      );
    else
      for (const word of words)
        add(
          part,
          word,
          words.filter((other) => other !== word),
        );
  }
  return [...entries.values()];
}

/** The text that {@link entriesOf} reads. */
export const writeEntries = (entries: readonly Entry[]): string =>
  entries
    .map(({ part, word, alternatives }) => `${part} ${word} : ${alternatives.join(', ')}\n`)
    .sort()
    .join('');
