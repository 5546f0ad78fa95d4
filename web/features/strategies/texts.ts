import { filesOf } from '#web/lib/plural.ts';

/** Longest shown name of a diagram. */
export const shownName = 120;

/** Texts of the diagram screens. */
export const texts = {
  title: 'Diagrams',
  listFailed: 'Failed to load the diagrams. Unexpected error',
  loadFailed: 'Failed to load the diagram',
  saveFailed: 'Failed to save the diagram',
  saved: 'Successfully saved the diagram',
  created: 'Successfully created a new diagram',
  createFailed: 'Failed to create new diagram. Unknown error',
  cloned: 'Successfully cloned the diagram',
  cloneFailed: 'Failed to clone the diagram. Unknown error',
  renamed: 'Successfully renamed the diagram',
  renameFailed: 'Failed to rename the diagram. Unknown error',
  deleted: 'Successfully deleted the selected diagrams',
  deleteFailed: 'Failed to delete the selected diagrams. Unknown error',
  deleteHint: 'Campaigns that were made from them stay as they are.',
  exportFailed: 'Failed to export the diagram. Unknown error',
  importTitle: 'Import Diagrams',
  importHint: 'Files as Export writes them, or the JSON of a drawing program. Several at once, or a ZIP of them.',
  imported: (names: readonly string[]) => `${filesOf(names)} uploaded successfully.`,
  importFailed: (names: readonly string[]) => `${filesOf(names)} upload failed.`,
  importedPartly: (taken: number, refused: number) => `${taken} imported, ${refused} refused`,
  layoutFailed: 'Failed to lay out the diagram. Unknown error',
  builtIn: 'This diagram comes with the product: clone it to make it your own.',
} as const;
