/** Path that the product is served below, as its server says in the page; '' for the root of a host. */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
