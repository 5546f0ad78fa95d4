import { z } from 'zod';
import { defineCall, edition, id, idParams, idsBody, idsReply, readEdition, requiredName, text } from './call.ts';
import { refusedLine } from './imports.ts';
import { type Module, module } from './modules.ts';
import { topic } from './topic.ts';

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
  /** SVG text of the picture, drawn by the server. */
  img: z.string(),
  version: z.number(),
  edition,
});
export type Strategy = z.infer<typeof strategy>;

/** A box as it is stored; a plain type, so that it is a cell of any kind too. */
export type ElementCell = {
  id: string;
  type: ElementType;
  position: { x: number; y: number };
  size: { width: number; height: number };
  z: number;
  custom?: { nameId: number; projectName: string; profileName: string };
  attrs: object;
};
/** A link as it is stored: source is the box nearer the Money Site (D-DIAG-02). */
export type LinkCell = {
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
};
type Marker = 'none' | 'small' | 'medium' | 'large';
export type Cell = ElementCell | LinkCell;

export const diagramName = requiredName('Please enter diagram name');
export const strategyTexts = {
  builtIn: 'Built-in diagrams cannot be changed',
  builtInExport: 'Built-in diagrams can only be cloned',
} as const;

const strategyReply = z.object({ strategy });
export const listStrategies = defineCall({
  id: 'listStrategies',
  method: 'GET',
  path: '/rest/strategies',
  summary: 'All diagrams, without their texts',
  reply: z.object({ strategies: z.array(strategy) }),
});
export const createStrategy = defineCall({
  id: 'createStrategy',
  method: 'POST',
  path: '/rest/strategies',
  summary: 'Make a diagram, of a Money Site alone unless its cells are told',
  body: z.object({ name: diagramName, description: text.optional(), strategy: z.string().optional() }),
  reply: strategyReply,
});
export const getStrategy = defineCall({
  id: 'getStrategy',
  method: 'GET',
  path: '/rest/strategies/:id',
  summary: 'One diagram with its cells, and the modules for which there is a premium site',
  params: idParams,
  reply: strategyReply.extend({ premiumModules: z.array(module) }),
});
export const saveStrategy = defineCall({
  id: 'saveStrategy',
  method: 'PUT',
  path: '/rest/strategies/:id',
  summary: 'Change a diagram: what is left out stays; its picture is drawn by the server (D-DIAG-04, D-DIAG-09)',
  params: idParams,
  body: z.object({
    id: id.optional(),
    name: diagramName.optional(),
    description: text.optional(),
    /** Taken so that a save of what was read is well formed; never stored. */
    img: z.string().optional(),
    strategy: z.string().optional(),
    edition: readEdition,
  }),
  reply: strategyReply,
});
export const deleteStrategies = defineCall({
  id: 'deleteStrategies',
  method: 'POST',
  path: '/rest/delete/strategies',
  summary: 'Delete diagrams; built-in ones are passed over',
  body: idsBody(id),
  reply: idsReply,
});
export const duplicateStrategy = defineCall({
  id: 'duplicateStrategy',
  method: 'POST',
  path: '/action/duplicate/strategy',
  summary: 'Clone a diagram under another name',
  body: z.object({ id, name: diagramName }),
  reply: strategyReply,
});
export const importStrategies = defineCall({
  id: 'importStrategies',
  method: 'POST',
  path: '/action/import/strategies',
  summary: 'Import diagrams: several files, or a ZIP of them, with a verdict on each that is refused (D-DIAG-09)',
  takes: 'upload',
  reply: z.object({
    strategies: z.array(strategy),
    /** Names of the refused files, and why each was. */
    errorList: z.array(z.string()),
    reasons: z.array(refusedLine),
  }),
});
export const exportStrategy = defineCall({
  id: 'exportStrategy',
  method: 'GET',
  path: '/action/export/strategies/:id',
  summary: 'A diagram as a file that the import takes',
  params: idParams,
  answer: 'file',
  changes: false,
});

/** Events of topic strategies; the text of a diagram is left empty. */
export type StrategiesEventBody =
  | { action: 'addNew' | 'edited'; strategy: Strategy }
  | { action: 'rename'; id: number; name: string; version: number }
  | { action: 'deleted'; ids: number[] };
/** What happens to diagrams. */
export const strategiesTopic = topic<StrategiesEventBody>('strategies');
