/**
 * Orders texts as people do, site2 before site10: the collation of the store ("natural_order"), so that a list that is
 * ordered here and one that is ordered there look alike. Texts that it takes as equal are ordered by their characters.
 */
const collator = new Intl.Collator('und', { numeric: true });
export function compareNatural(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
