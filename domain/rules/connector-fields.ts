import type { ConnectorField, FieldValue } from '../contract/connectors.ts';

/** A broken rule at a field. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** "Please enter application password"; a word in capitals keeps them: "Please enter API secret". */
export function pleaseEnter(label: string): string {
  const [first = '', second = ''] = label;
  const isWord = second !== second.toUpperCase() || second === second.toLowerCase();
  return `Please enter ${isWord ? first.toLowerCase() : first}${label.slice(1)}`;
}

/** The declared fields with their typed values, those of a shape without blanks around them, and the rules that these break; values without a field are left out. */
export function readFields(
  fields: readonly ConnectorField[],
  typed: Readonly<Record<string, FieldValue | undefined>>,
): { values: Record<string, FieldValue>; problems: FieldProblem[] } {
  const values: Record<string, FieldValue> = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    // Own values alone: a field may be named like what every object has.
    const value = Object.hasOwn(typed, field.name) ? typed[field.name] : undefined;
    const message = problemOf(field, value);
    if (message !== null) problems.push({ field: field.name, message });
    else if (value !== undefined && value !== '')
      values[field.name] = field.shape && typeof value === 'string' ? value.trim() : value;
  }
  return { values, problems };
}

/** What a new form of these fields holds before anything is typed. */
export function firstValues({ fields }: { fields: readonly ConnectorField[] }): Record<string, FieldValue> {
  return Object.fromEntries(fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])));
}

function problemOf({ kind, label, required, range, choices, shape }: ConnectorField, value: FieldValue | undefined) {
  if (value === undefined || (typeof value === 'string' && value.trim() === ''))
    return required ? pleaseEnter(label) : null;
  if (kind === 'switch') return typeof value === 'boolean' ? null : `${label} must be on or off`;
  if (kind === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} must be a number`;
    const fits = range === undefined || (value >= range.min && value <= range.max);
    return fits ? null : `${label} must be between ${range.min} and ${range.max}`;
  }
  if (typeof value !== 'string') return `${label} must be a text`;
  if (shape && !new RegExp(`^(?:${shape.pattern})$`).test(value.trim())) return shape.says;
  if (kind === 'select' && !choices?.some((choice) => choice.value === value)) return `Please choose ${label}`;
  return null;
}

/** Address of a help link: `{site}` stands for the operator's site, up to the last "/" of its path. */
export function askLink(url: string, siteUrl: string | undefined): string | undefined {
  const target = siteUrl === undefined ? url : url.replace('{site}', () => folderOf(siteUrl));
  return URL.canParse(target) && /^https?:/i.test(target) ? target : undefined;
}

/** An address without its query and what looks like a file: "https://h.test/blog/index.php?a" is "https://h.test/blog/". */
function folderOf(url: string): string {
  const plain = url.replace(/[?#].*$/s, '');
  const file = plain.slice(plain.lastIndexOf('/') + 1);
  const isFile = file.includes('.') && !plain.endsWith(`//${file}`);
  return isFile ? plain.slice(0, -file.length) : `${plain.replace(/\/$/, '')}/`;
}
