const placeholder = /\{([a-z]+(?:\.[a-z]+)?)\}/g;

/** Names that stand in braces in a text, each once: "{title} by {author.name}" has title and author.name. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? ''))];
}

/** A text with its placeholders filled in; what is filled in is not looked through again. */
export function fillPlaceholders(text: string, valueFor: (name: string) => string): string {
  return text.replace(placeholder, (_, name: string) => valueFor(name));
}
