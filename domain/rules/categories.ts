/** Longest name of a category: WordPress cuts behind it. */
const maxName = 200;

interface CategoryLine {
  /** '' for all sites that no line names. */
  site: string;
  name: string;
}

function categoryLines(text: string): CategoryLine[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.indexOf('=');
      return at < 0
        ? { site: '', name: line }
        : { site: line.slice(0, at).trim().toLowerCase(), name: line.slice(at + 1).trim() };
    });
}

/** The category of a site, by its id or its host; '' for none. */
export function categoryOf(text: string, site: { siteId: string; host: string }): string {
  const lines = categoryLines(text);
  const names = [site.siteId.toLowerCase(), site.host.toLowerCase()];
  return (lines.find((line) => names.includes(line.site)) ?? lines.find((line) => line.site === ''))?.name ?? '';
}

/** What is wrong with the categories of a form, undefined when nothing is. */
export function categoryProblem(text: string): string | undefined {
  const lines = categoryLines(text);
  for (const [index, { site, name }] of lines.entries()) {
    if (name === '') return `Line ${index + 1} names no category`;
    if (name.length > maxName) return `Line ${index + 1}: a category has at most ${maxName} characters`;
    if (lines.findIndex((line) => line.site === site) !== index)
      return site === '' ? 'Only one line may stand for all other sites' : `Two lines name a category for ${site}`;
  }
  return undefined;
}
