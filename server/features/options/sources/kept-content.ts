import { type Content, firstContent } from '#domain/contract/options/article-sources.ts';

/** The fields of every service with those that were typed over them; what is no service's is left out. */
export function overLogins(stored: object, typed: unknown): Record<string, unknown> {
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(typed)) return typed as Record<string, unknown>;
  const services = Object.entries(stored).map(([key, login]) => {
    const own = (typed as Record<string, unknown>)[key];
    return [key, isMap(own) ? { ...login, ...(own as object) } : own === undefined ? login : own];
  });
  return Object.fromEntries(services);
}

/** What is stored over the values of the first start. */
export const readContent = (stored: unknown): Content =>
  overLogins(firstContent.content, stored ?? {}) as unknown as Content;
