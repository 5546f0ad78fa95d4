declare module 'bidi-js' {
  interface Levels {
    /** One level per UTF-16 unit: odd ones are written from right to left. */
    levels: Uint8Array;
  }
  interface Bidi {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl'): Levels;
    /** First and last place of what is to be turned round, in this order. */
    getReorderSegments(text: string, levels: Levels): [from: number, to: number][];
  }
  export default function bidiFactory(): Bidi;
}

/** What Node has of it, and neither its types nor those of the language name. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  function instantiate(bytes: Uint8Array): Promise<{ instance: { exports: unknown } }>;
}
