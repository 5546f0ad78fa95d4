/** What stands where a secret stood. */
const masked = '•••';

/** Replaces secrets, their URL and base64 forms, and any Basic or Bearer token, in a text for logs or people. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let result = text
    .replace(/\b(Basic|Bearer) +[\w+/=.~-]{6,}/gi, `$1 ${masked}`)
    .replace(/(:\/\/)[^/\s@]+@/g, `$1${masked}@`);
  for (const secret of secrets) {
    for (const form of knownForms(secret)) if (result.includes(form)) result = result.replaceAll(form, masked);
  }
  return result;
}

const known = new Map<string, string[]>();

/** The forms of the secrets in use, found once. */
function knownForms(secret: string): string[] {
  const forms = known.get(secret) ?? formsOf(secret);
  if (known.size > 1_000) known.clear();
  known.set(secret, forms);
  return forms;
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
  const url = encodeURIComponent(secret);
  const spoken = [secret, url, url.replaceAll('%20', '+'), new URLSearchParams({ '': secret }).toString().slice(1)];
  // As pages write it, and as it is read off a page; programs differ in what they escape.
  const html = asHtml(secret);
  spoken.push(html, html.replaceAll('&#039;', '&#39;'), html.replaceAll('&#039;', "'"), html.replaceAll('&quot;', '"'));
  spoken.push(
    secret
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    secret.replace(/\s+/g, ''),
  );
  const forms = [
    ...spoken,
    ...spoken.map(asJson),
    ...spoken.map((form) => asJson(asJson(form))),
    ...spoken.map(asPhpJson),
  ];
  forms.push(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  // The longest first: what is left of a longer one must not stay.
  return [...new Set(forms)].filter((form) => form.length >= 3).sort((a, b) => b.length - a.length);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const asHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** PHP's json_encode escapes slashes and all that is not ASCII. */
const asPhpJson = (text: string) =>
  asJson(text)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
