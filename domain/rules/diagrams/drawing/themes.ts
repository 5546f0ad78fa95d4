/** Colours of a drawn diagram, the same on the screen and in its picture; words have a contrast of 4.5:1 at least. */
export interface DiagramTheme {
  label: string;
  sheet: string;
  grid: string;
  /** Inside of boxes, and of the Money Site. */
  body: string;
  words: string;
  /** On the heads, whose colours are those of the catalogue. */
  headWords: string;
  /** Of links whose colour nobody chose, and of words on them. */
  line: string;
  lineWords: string;
  /** Dashes of premium boxes. */
  premium: string;
  chosen: string;
  radius: number;
}

/** Looks of a diagram; they are no part of it. */
export const diagramThemes = {
  modern: {
    label: 'Modern',
    sheet: '#ffffff',
    grid: '#d5dae4',
    body: '#ffffff',
    words: '#334155',
    headWords: '#ffffff',
    line: '#64748b',
    lineWords: '#334155',
    premium: '#dc2626',
    chosen: '#1d4fc4',
    radius: 8,
  },
  dark: {
    label: 'Dark',
    sheet: '#111827',
    grid: '#2b3648',
    body: '#1f2937',
    words: '#e5e7eb',
    headWords: '#ffffff',
    line: '#94a3b8',
    lineWords: '#e5e7eb',
    premium: '#f87171',
    chosen: '#8fb3ff',
    radius: 8,
  },
  material: {
    label: 'Material',
    sheet: '#eceff1',
    grid: '#c3ccd1',
    body: '#fafafa',
    words: '#263238',
    headWords: '#ffffff',
    line: '#546e7a',
    lineWords: '#263238',
    premium: '#c62828',
    chosen: '#0d47a1',
    radius: 2,
  },
} as const satisfies Record<string, DiagramTheme>;
export type DiagramThemeName = keyof typeof diagramThemes;
export const diagramThemeNames = Object.keys(diagramThemes) as DiagramThemeName[];
