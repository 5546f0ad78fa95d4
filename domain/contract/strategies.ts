import { z } from 'zod';
import { id } from './call.ts';
import type { Module } from './modules.ts';

/** Boxes of a strategy diagram (part L, ElementType). */
export type ElementType =
  | 'MoneySite'
  | 'Project'
  | Exclude<
      Module,
      'MoneySite' | 'AccountCreation' | 'GooglePlace' | 'Indexer' | 'PrivatePDF' | 'PrivateArticleDirectory'
    >
  | `${'SocialNetwork' | 'WebProfile' | 'Bookmarking' | 'PDF' | 'ArticleDirectory' | 'PressRelease'}Premium`;

/** A strategy diagram; in lists its text is left empty (part L). */
export const strategy = z.object({
  id,
  name: z.string(),
  type: z.enum(['BUILTIN', 'CUSTOM']).nullable(),
  /** JSON text of {cells}. */
  strategy: z.string(),
  description: z.string(),
  /** SVG text of the picture. */
  img: z.string(),
});
export type Strategy = z.infer<typeof strategy>;

/** A box as it is stored. */
export interface ElementCell {
  id: string;
  type: ElementType;
  position: { x: number; y: number };
  size: { width: number; height: number };
  z: number;
  custom?: { nameId: number; projectName: string; profileName: string };
  attrs: object;
}
/** A link as it is stored: source is the box nearer the Money Site (D-DIAG-02). */
export interface LinkCell {
  id: string;
  type: 'Link';
  source: { id: string };
  target: { id: string };
  z: number;
  router: 'normal' | 'orthogonal' | 'oneSide';
  connector: 'normal' | 'rounded' | 'smooth';
  labels: { text: string; position: 'source' | 'middle' | 'target' }[];
  vertices: { x: number; y: number }[];
  attrs: {
    line: {
      stroke: string;
      strokeWidth: 1 | 2 | 4 | 8;
      strokeDasharray: '' | '2,5' | '10,5';
      sourceMarker: Marker;
      targetMarker: Marker;
    };
  };
}
type Marker = 'none' | 'small' | 'medium' | 'large';
export type Cell = ElementCell | LinkCell;
