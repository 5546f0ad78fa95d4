/** Forms of a verb that a text shows, in the order of `forms.txt`. */
export const verbForms = ['Infinitive', 'PresentTense', 'PastTense', 'Gerund', 'Participle'] as const;
export type VerbForm = (typeof verbForms)[number];

/** Nouns without a plural: none stands behind "a" or for a plural. */
export const massNouns: ReadonlySet<string> = new Set(
  `access advice assistance baggage calm cash clothes damage dirt earth equipment evidence freight funds furniture garbage gear goods
   ground harm health help homework information knowledge land luggage mail money music news oversight progress proof research
   safety savings security soil spending stuff support surroundings thanks traffic trash weather wheat wood work`.split(
    /\s+/,
  ),
);

/** "a" or "an", by the sound that a word begins with. */
export function articleOf(word: string): 'a' | 'an' {
  if (/^(?:[ei]u|e[uw]|one\b|once\b|u(?:[bcfhjkqrst][aeiou]|ni(?!n|m)|nanim))/i.test(word)) return 'a';
  return /^(?:[aeiou]|hour|honest|honor|honour|heir)/i.test(word) ? 'an' : 'a';
}
