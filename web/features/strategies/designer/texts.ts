/** Texts of the designer. */
export const designerTexts = {
  saveAnew: 'Save as a new diagram',
  gone: 'This diagram was deleted in another window',
  goneHint: 'What you drew is still here, and can be saved as a new diagram.',
  help: [
    [
      'Arrow keys',
      'go from box to box: up to what it hangs on, down to what hangs on it, left and right in reading order',
    ],
    ['Ctrl and arrow keys', 'move the selected boxes by 10 px, with Shift by 50 px'],
    ['Space', 'selects the box or lets it go; Ctrl and click does the same'],
    ['Enter', 'goes to the name of the box'],
    ['L, arrow keys, Enter', 'hangs another box on this one'],
    ['Ctrl+C, Ctrl+X, Ctrl+V', 'copy, cut and paste, between diagrams too'],
    ['Ctrl+Z, Ctrl+Y', 'undo and redo'],
    ['Ctrl+A, Delete', 'select all, remove what is selected'],
    ['+ and -, 0', 'zoom in and out, show all'],
    ['Shift and drag', 'selects an area; a drag on the blank moves the sheet'],
    ['Alt and wheel', 'zooms where the pointer is'],
  ],
  chooseTarget: (name: string) => `Choose by arrow keys what hangs on ${name}, then press Enter. Escape ends it.`,
  sample: 'Sample flowchart',
  sampleHint: 'How a diagram is read: your site at the top, each tier links to the one above it.',
  insert: 'Insert into this diagram',
  notEmpty: 'It can be inserted while a diagram holds the Money Site alone.',
  imageFailed: 'Failed to draw the picture. Unknown error',
} as const;
