// Packages that bring no types: what bench/spintax.ts calls of them.
declare module 'mel-spintax' {
  const mel: { unspin(text: string): string };
  export default mel;
}
declare module 'spintax-template-processor' {
  export function parseSpintax(text: string): string;
}
