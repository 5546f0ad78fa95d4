/** Words of the link positions. */
export const placementTexts = {
  ReplaceKeyword: 'Replace keyword',
  Top: 'Top',
  Bottom: 'Bottom',
  RandomSentence: 'Random sentence',
  RandomParagraph: 'Random paragraph',
  ReplaceLinkTag: 'Replace link tag',
  InBlurbOnly: 'In blurb only',
} as const;
