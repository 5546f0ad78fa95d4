// The few names that both Node and browsers have, so that this room needs neither's types.
declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly href: string;
  readonly hostname: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly protocol: string;
  readonly pathname: string;
  readonly search: string;
}
declare class TextEncoder {
  encode(value: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  decode(value: Uint8Array): string;
}
declare function atob(value: string): string;
declare function btoa(value: string): string;
