/** What a question before a deletion says of posts whose answer was lost and whose fate nobody decided; '' without any. */
export function forgottenPosts(tallies: readonly { unknown: number }[]): string {
  const nUnknown = tallies.reduce((sum, tally) => sum + tally.unknown, 0);
  if (nUnknown === 0) return '';
  return nUnknown === 1
    ? ' One post whose answer was lost may stand on its site; nothing will tell of it any more.'
    : ` ${nUnknown.toLocaleString()} posts whose answers were lost may stand on their sites; nothing will tell of them any more.`;
}
