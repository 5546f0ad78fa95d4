import type { Cell, ElementCell, ElementType, LinkCell } from '#domain/contract/strategies.ts';

/** A box and the boxes whose links point at it. */
interface Branch {
  type: ElementType;
  below: Branch[];
}
interface BuiltIn {
  name: string;
  description: string;
  cells: Cell[];
}

const boxWidth = 150;
const boxHeight = 100;
const columnWidth = 190;
const rowHeight = 180;

const box = (type: ElementType, ...below: Branch[]): Branch => ({ type, below });

/** The diagrams that ship with the product (D-DIAG-11). */
export const builtInStrategies: BuiltIn[] = [
  built('One tier', 'Web 2.0 blogs, wikis and bookmarks that link to your site', [
    box('SocialNetwork'),
    box('Wiki'),
    box('Bookmarking'),
  ]),
  built('Two tiers', 'Blogs and articles that link to your site, bookmarks and wikis that link to them', [
    box('SocialNetwork', box('Bookmarking'), box('Wiki')),
    box('ArticleDirectory', box('Bookmarking')),
  ]),
  built('Three tiers', 'A narrow first tier, strengthened by two wider ones', [
    box('SocialNetwork', box('ArticleDirectory', box('Bookmarking')), box('PDF', box('Wiki'))),
    box('WebProfile', box('SocialNetwork', box('Bookmarking'))),
  ]),
  built('Premium', 'Premium sites link to your site, standard ones to them', [
    box('SocialNetworkPremium', box('SocialNetwork')),
    box('ArticleDirectoryPremium', box('Wiki')),
    box('PressReleasePremium', box('Bookmarking')),
  ]),
  built('Private network', 'Your own blogs link to your site, bookmarks to them', [
    box('Private', box('Bookmarking')),
    box('PrivateBookmark'),
  ]),
];

/** Lays a tree out: one column a leaf, one row a tier, parents over the middle of their children. */
function built(name: string, description: string, tiers: Branch[]): BuiltIn {
  const cells: Cell[] = [];
  const used = new Map<ElementType, number>();
  let nextColumn = 0;
  const place = (branch: Branch, tier: number): { id: string; column: number } => {
    const nameId = (used.get(branch.type) ?? 0) + 1;
    used.set(branch.type, nameId);
    const id = branch.type === 'MoneySite' ? 'money-site' : `${branch.type}-${nameId}`;
    const children = branch.below.map((child) => place(child, tier + 1));
    const first = children[0]?.column ?? nextColumn++;
    const column = (first + (children.at(-1)?.column ?? first)) / 2;
    cells.push(element(id, branch.type, nameId, { column, tier }));
    for (const child of children) cells.push(link(id, child.id));
    return { id, column };
  };
  place(box('MoneySite', ...tiers), 0);
  return { name, description, cells: cells.map((cell, index) => ({ ...cell, z: index + 1 })) };
}

function element(
  id: string,
  type: ElementType,
  nameId: number,
  { column, tier }: { column: number; tier: number },
): ElementCell {
  return {
    id,
    type,
    position: { x: column * columnWidth, y: tier * rowHeight },
    size: { width: boxWidth, height: boxHeight },
    z: 0,
    ...(type === 'MoneySite' ? {} : { custom: { nameId, projectName: '', profileName: '' } }),
    attrs: {},
  };
}

function link(parent: string, child: string): LinkCell {
  return {
    id: `${parent}>${child}`,
    type: 'Link',
    source: { id: parent },
    target: { id: child },
    z: 0,
    router: 'normal',
    connector: 'smooth',
    labels: [],
    vertices: [],
    attrs: {
      line: { stroke: '#64748b', strokeWidth: 2, strokeDasharray: '', sourceMarker: 'medium', targetMarker: 'none' },
    },
  };
}
