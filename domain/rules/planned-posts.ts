/** What a row says of a post that its site shows later; the moment in UTC, as schedules write it (D-GEN-14). */
export function planWord(at: string): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T');
  return `Planned on the site for ${date.split('-').toReversed().join('/')} ${time.slice(0, 5)} UTC`;
}

/** The moment that {@link planWord} tells, in ISO 8601; null for any other word. */
export function plannedAt(word: string | null): string | null {
  const told = /^Planned on the site for (\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d) UTC$/.exec(word ?? '');
  return told && `${told[3]}-${told[2]}-${told[1]}T${told[4]}:00.000Z`;
}
