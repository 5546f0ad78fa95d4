const kib = 1_024;
const mib = 1_024 * kib;

/**
 * The one place for the bounds of what comes from outside; the OpenAPI document prints it. Sizes in bytes unless the name
 * says otherwise.
 */
export const limits = {
  /** Body of a call that needs no session, and of an address that is none. */
  openBody: 16 * kib,
  /** JSON body of a call with a session. */
  body: 24 * mib,
  /** Arrays and objects inside each other. */
  jsonDepth: 32,
  /** Values of one JSON text: four times a project save with 200,000 marks. */
  jsonValues: 4_000_000,
  /** One upload over all its files (D-GEN-12). */
  upload: 50 * mib,
  /** Files of one upload. */
  uploadFiles: 10_000,
} as const;
