import { type Module, moduleLabels } from '../../contract/modules.ts';
import type { ElementType } from '../../contract/strategies.ts';

/** Where a box stands in the stencil. */
export type StencilGroup = 'Premium' | 'Standard' | 'PBN';

/** What is known of a kind of box. */
export interface BoxKind {
  type: ElementType;
  /** Null for the Money Site, and for the generic project, whose modules are checked one by one. */
  module: Module | null;
  /** Uses the sites of the platform group Premium alone (D-SITE-04). */
  isPremium: boolean;
  /** Null for the Money Site: it is in every diagram once, and never in the stencil. */
  group: StencilGroup | null;
  label: string;
  /** Of the head; dark enough for white words (4.5:1). */
  colour: string;
}

/** Modules of a generic project, in the order of its rows (3-wizards section 3). */
export const genericModules = [
  'SocialNetwork',
  'WebProfile',
  'Bookmarking',
  'Wiki',
  'ArticleDirectory',
  'PDF',
  'ForumProfile',
  'PressRelease',
] as const satisfies readonly Module[];
export type GenericModule = (typeof genericModules)[number];

/** Heads of boxes by module; the generic project and the Money Site have one of their own. */
const moduleColours: Record<GenericModule | 'Private' | 'PrivateBookmark', string> = {
  SocialNetwork: '#1d4ed8',
  WebProfile: '#0e7490',
  Bookmarking: '#9a3412',
  Wiki: '#4d5b6b',
  ArticleDirectory: '#7c3aed',
  ForumProfile: '#a21caf',
  PDF: '#b91c1c',
  PressRelease: '#92400e',
  Private: '#3f6212',
  PrivateBookmark: '#155e75',
};

const premium = ['SocialNetwork', 'WebProfile', 'Bookmarking', 'PDF', 'ArticleDirectory', 'PressRelease'] as const;
const networks = ['Private', 'PrivateBookmark'] as const;

const standardKind = (module: GenericModule): BoxKind => ({
  type: module,
  module,
  isPremium: false,
  group: 'Standard',
  label: moduleLabels[module],
  colour: moduleColours[module],
});

/** Every kind of box in the order of the stencil, the Money Site first (D-DIAG-01). */
export const boxKinds: readonly BoxKind[] = [
  { type: 'MoneySite', module: null, isPremium: false, group: null, label: moduleLabels.MoneySite, colour: '#1f6f43' },
  ...premium.map(
    (module): BoxKind => ({
      ...standardKind(module),
      type: `${module}Premium`,
      isPremium: true,
      group: 'Premium',
      label: `${moduleLabels[module]} (Premium)`,
    }),
  ),
  ...genericModules.map(standardKind),
  { type: 'Project', module: null, isPremium: false, group: 'Standard', label: 'Project', colour: '#374151' },
  ...networks.map(
    (module): BoxKind => ({
      type: module,
      module,
      isPremium: false,
      group: 'PBN',
      label: moduleLabels[module],
      colour: moduleColours[module],
    }),
  ),
];

const byType = new Map<string, BoxKind>(boxKinds.map((kind) => [kind.type, kind]));
/** The kind of a box; undefined for shapes that are no box: what came with a foreign diagram. */
export const boxKind = (type: string): BoxKind | undefined => byType.get(type);

/** Height of the head of a box, in px: 30 for the Money Site and premium boxes, 20 for standard ones (3-wizards section 9). */
export const headHeightOf = (kind: BoxKind | undefined): number =>
  kind?.isPremium || kind?.type === 'MoneySite' ? 30 : 20;
/** Rows of a generic project: the first begins below the head, each is followed by a gap (D-DIAG-03). */
export const moduleRows = { top: 21, height: 20, pitch: 22 } as const;
