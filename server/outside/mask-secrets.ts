/** What stands where a secret stood. */
const masked = '•••';

/** Replaces secrets, their URL and base64 forms, and any Basic or Bearer token, in a text for logs or people. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let result = text
    .replace(/\b(Basic|Bearer) +[\w+/=.~-]{6,}/gi, `$1 ${masked}`)
    .replace(/(:\/\/)[^/\s@]+@/g, `$1${masked}@`);
  for (const secret of secrets) {
    for (const form of formsOf(secret)) if (result.includes(form)) result = result.replaceAll(form, masked);
  }
  return result;
}

/** Masks every text inside a value, however deep; errors keep name, message and code. */
export function maskValue(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '…';
  if (value instanceof Error) return maskSecrets(`${value.name}: ${value.message}`, secrets);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secrets, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskValue(item, secrets, depth + 1)]));
}

/** Forms in which a secret may appear. Shorter ones than three characters would blot out half of every text. */
function formsOf(secret: string): string[] {
  if (secret.length < 3) return [];
  const forms = new Set([secret, encodeURIComponent(secret), encodeURIComponent(secret).replaceAll('%20', '+')]);
  forms.add(JSON.stringify(secret).slice(1, -1));
  forms.add(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  if (/\s/.test(secret)) forms.add(secret.replace(/\s+/g, ''));
  return [...forms];
}
