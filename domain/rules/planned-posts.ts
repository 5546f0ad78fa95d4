/** What a row says of a post that its site shows later; the moment in UTC, as schedules write it (D-GEN-14). */
export function planWord(at: string): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T');
  return `Planned on the site for ${date.split('-').toReversed().join('/')} ${time.slice(0, 5)} UTC`;
}
