import { diagramBounds } from '../cells.ts';

/** Numbers and choices of the designer (3-wizards sections 5 and 9). */
export const drawingBounds = {
  /** Boxes stand on it, in px. */
  grid: 10,
  /** The sheet at first, in px; it grows with what stands on it. */
  sheet: 1_000,
  /** Around a laid out diagram, in px. */
  layoutMargin: 20,
  zoom: { min: 0.2, max: 5, step: 0.2 },
  fontSize: { min: 5, max: 80 },
  outline: { min: 0, max: 30 },
  portAngle: { min: 0, max: 360 },
  tokens: { min: 1, max: 500 },
  /** Longest name of a box, and of its store of accounts. */
  name: 255,
} as const;

export const routers = ['normal', 'orthogonal', 'oneSide'] as const;
export const connectors = ['normal', 'rounded', 'smooth'] as const;
export const thicknesses = [1, 2, 4, 8] as const;
export const markers = ['none', 'small', 'medium', 'large'] as const;
export const labelPlaces = ['source', 'middle', 'target'] as const;
/** Dashes of lines, as SVG has them. */
export const lineStyles = { '': 'solid', '2,5': 'dotted', '10,5': 'dashed' } as const;
export const fonts = ['Alegreya Sans', 'Averia Libre', 'Roboto Condensed'] as const;
export const fontWeights = { 300: 'Light', 400: 'Normal', 700: 'Bold' } as const;

/** White, two greys, black and 14 evenly spaced hues (D-DIAG-08). */
export const palette: readonly string[] = [
  '#ffffff',
  '#94a3b8',
  '#475569',
  '#000000',
  ...Array.from({ length: 14 }, (_, at) => hexOfHue((at * 360) / 14)),
];

/** A full colour of a hue, as #rrggbb; `hue` in degrees. */
function hexOfHue(hue: number): string {
  const [saturation, lightness] = [0.7, 0.4];
  const channel = (from: number) => {
    const at = (from + hue / 30) % 12;
    const value = lightness - saturation * lightness * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** A number within bounds; what is none is the fallback. */
export const clamped = (value: unknown, { min, max }: { min: number; max: number }, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(min, Math.min(max, value)) : fallback;

/** The next zoom in a direction, on its steps and within its bounds. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  const { min, max, step } = drawingBounds.zoom;
  const at = zoom / step;
  const next = direction > 0 ? Math.floor(at + 1.001) : Math.ceil(at - 1.001);
  return Math.max(min, Math.min(max, Math.round(next * step * 100) / 100));
}

const places = { min: -diagramBounds.place, max: diagramBounds.place };
/** A point within the bounds of a diagram; what is no number is 0. */
export const pointWithin = (value: unknown): { x: number; y: number } => {
  const { x, y } = (typeof value === 'object' && value !== null ? value : {}) as { x?: unknown; y?: unknown };
  return { x: clamped(x, places, 0), y: clamped(y, places, 0) };
};
