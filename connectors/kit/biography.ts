/**
 * What of a text stands in a profile: what opens it, and what carries a link; a biography is no article. Paragraphs with an
 * empty line between them; of markup links and stress.
 */
export function biography({ html }: { html: string }): string {
  const parts = html
    .split(/<\/?(?:p|h[2-4]|ul|ol|li|blockquote)(?: [^>]*)?>/)
    .map((part) => part.replace(/<(?!\/?(?:a|strong|em)\b)[^>]*>/g, ' ').replace(/ rel="[^"]*"/g, ''))
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  const [first = '', ...rest] = parts;
  return [first, ...rest.filter((part) => part.includes('<a '))].join('\n\n');
}
