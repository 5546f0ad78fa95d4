/** Items of a comma-joined text: trimmed, empty and case-insensitive duplicates dropped, order kept (D-GEN-23). */
export function splitCommaText(value: string): string[] {
  const seen = new Set<string>();
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => {
      const key = item.toLowerCase();
      if (item === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

/** Canonical form of a comma-joined text. */
export function cleanCommaText(value: string): string {
  return splitCommaText(value).join(',');
}
