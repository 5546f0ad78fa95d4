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
  /** Different names in one JSON text. */
  jsonNames: 20_000,
  /** Values of an answer of a site; those of a shop's interface that describes itself come near half of it. */
  answerValues: 100_000,
  /** Open connections to the web server; a stranger's own ones must not use up the files of the process. */
  connections: 10_000,
  /** The same for one address, where no proxy stands before us: a window takes seven, an office goes out by one address. */
  connectionsOfOne: 500,
  /** Time in ms for the first byte of a connection, for the body of a call that needs no session, and for any other. */
  silentMs: 30_000,
  openBodyMs: 15_000,
  requestMs: 900_000,
  /** One upload over all its files (D-GEN-12). */
  upload: 50 * mib,
  /** Files of one upload, and entries of one ZIP (D-GEN-12). */
  uploadFiles: 10_000,
  /** What one ZIP holds when it is unpacked (D-GEN-12), and what all of one upload do. */
  unpacked: 200 * mib,
  unpackedPerUpload: 500 * mib,
  /** File of an article; characters of its title and its body. */
  articleFile: 4 * mib,
  articleTitle: 100_000,
  articleBody: 2_000_000,
  /** Sites of one import. */
  sites: 100_000,
  /** Refused lines or files that an answer names, and characters of each. */
  refused: 1_000,
  refusedLength: 2_000,
} as const;
