/**
 * Cuts a text between paragraphs into parts of at most `most` letters, which joined are the text again; null where one paragraph
 * is longer.
 */
export function cutParagraphs(text: string, most: number): string[] | null {
  const parts: string[] = [];
  let part = '';
  for (const piece of text.split(/(?<=\n)(?=[^\n])/)) {
    if (piece.length > most) return null;
    if (part.length + piece.length > most) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  return [...parts, part];
}
