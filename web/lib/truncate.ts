/** The text, cut with an ellipsis when it is longer than so many letters. */
export function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
