/** A number with its noun: "1 site", "2 sites", "1,000 sites". */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** Files in a message: one by its name, several by their number. */
export const filesOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} file` : `${names.length} files`;
