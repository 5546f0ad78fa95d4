import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registry } from '#connectors/registry.ts';
import { allCalls } from '#domain/contract/calls.ts';
import { type Family, families } from '#domain/contract/connectors.ts';
import type { App } from '#server/app.ts';
import { routes } from '#server/http/routes.ts';

/** Named exceptions from a size, with the lines they may have and why they are not split. */
const exceptions: Record<string, [lines: number, why: string]> = {
  'server/db/tables.ts': [375, 'one list of all tables, as the store has them'],
  'test/fuzz/parsers.ts': [330, 'one list of all parsers of what strangers send'],
  'connectors/kit/contract': [9, 'one file per family, and what all share'],
  'domain/contract/projects': [10, 'one file per kind of project, and what all share'],
  'server/features/projects': [10, 'four kinds of project: rows, forms, marks, saves, runs and schedules'],
  'server/main.ts startApp': [85, 'the one place that wires all parts: a list without branches'],
  'test/support/builders.ts readyCampaign': [70, 'a list of what a ready campaign holds'],
  'bench/product.ts startProduct': [60, 'one object with all that a bench does to the product'],
  'connectors/platforms/mediawiki': [
    930,
    'two ways to log in, wikitext instead of HTML, user pages, accounts for whom it lets make one, and uploads',
  ],
  'connectors/platforms/dokuwiki': [
    470,
    'a session by cookie, pages that no call makes only once, and accounts whose password comes by mail',
  ],
  'connectors/platforms/ghost': [
    430,
    'signs its own tokens, brings images to the blog, and knows what becomes of the addresses of links there',
  ],
  'connectors/platforms/redmine': [
    490,
    'two formats of its texts that only its forms tell, pages that no call makes only once, news that are made without a number, and profiles',
  ],
  'connectors/platforms/wordpress': [
    1070,
    'makes accounts, finds the interface behind three kinds of addresses, keeps terms, a library of images, profiles and PDFs',
  ],
  'connectors/platforms/form': [
    880,
    'reads forms it was never written for, judges pages by marks, looks up in lists, keeps profiles, and shows all that unsent',
  ],
  'connectors/articles/open-ai': [
    330,
    'reads answers as streams and whole, tells apart what many servers refuse by, and writes by outline, sections and rests',
  ],
  'connectors/platforms/xmlrpc-blog': [
    355,
    'finds its endpoint in three ways, and tells faults from answers that are none',
  ],
};

/** The names of CSS Color 4, section 6.1. */
const colourNames = new RegExp(
  `(?<![\\w-])(?:${[
    'aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown',
    'burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|darkblue|darkcyan',
    'darkgoldenrod|darkgr[ae]y|darkgreen|darkkhaki|darkmagenta|darkolivegreen|darkorange|darkorchid|darkred',
    'darksalmon|darkseagreen|darkslateblue|darkslategr[ae]y|darkturquoise|darkviolet|deeppink|deepskyblue',
    'dimgr[ae]y|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|gr[ae]y',
    'green|greenyellow|honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen',
    'lemonchiffon|lightblue|lightcoral|lightcyan|lightgoldenrodyellow|lightgr[ae]y|lightgreen|lightpink',
    'lightsalmon|lightseagreen|lightskyblue|lightslategr[ae]y|lightsteelblue|lightyellow|lime|limegreen|linen',
    'magenta|maroon|mediumaquamarine|mediumblue|mediumorchid|mediumpurple|mediumseagreen|mediumslateblue',
    'mediumspringgreen|mediumturquoise|mediumvioletred|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy',
    'oldlace|olive|olivedrab|orange|orangered|orchid|palegoldenrod|palegreen|paleturquoise|palevioletred',
    'papayawhip|peachpuff|peru|pink|plum|powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown',
    'salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue',
    'tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|yellowgreen',
  ].join('|')})(?![\\w-])`,
  'gi',
);

const rooms = ['domain', 'connectors', 'server', 'web', 'rehearsal', 'test', 'bench'].filter((room) =>
  existsSync(room),
);
const files = rooms.flatMap((room) =>
  readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[\\/](dist|replies|node_modules)([\\/]|$)/.test(`${entry.parentPath}/`))
    .map((entry) => `${entry.parentPath}/${entry.name}`),
);
const sources = files
  .filter((path) => /\.(ts|tsx)$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8'), isTest: /\.test\.tsx?$/.test(path) }));
const connectorFolders = families.flatMap((family) => folders(`connectors/${family}`));
/** Name of a family's suite: test/suites/<name>-suite.ts exports <name>Suite. */
const suiteOf: Record<Family, string> = {
  platforms: 'platform',
  captcha: 'captcha',
  spinners: 'spinner',
  articles: 'article',
  indexers: 'indexer',
  clouds: 'cloud',
  media: 'media',
};
/** Folders below those of a room (server/features/links, web/ui/import, server/jobs/tasks, ...), however deep. */
const nestedFolders = [...new Set(files.map((path) => dirname(path)))].filter((folder) => folder.split('/').length > 2);
const countLines = (text: string) => text.split('\n').length - 1;
const limitOf = (name: string, usual: number) => exceptions[name]?.[0] ?? usual;

describe('sizes', () => {
  it('reads the house', () => {
    expect(sources.length).toBeGreaterThan(150);
  });

  it('files keep to their size', () => {
    const tooLong = sources.flatMap(({ path, text, isTest }) => {
      const usual = isTest ? 400 : /(^|[/-])page\.tsx$/.test(path) ? 150 : 250;
      return countLines(text) > limitOf(path, usual) ? [`${path}: ${countLines(text)}`] : [];
    });
    expect(tooLong).toEqual([]);
  });

  it('functions keep to about 40 lines', () => {
    const tooLong = sources
      .filter(({ path, isTest }) => path.endsWith('.ts') && !isTest)
      .flatMap(({ path, text }) =>
        longFunctions(text, 50)
          .filter(({ name, lines }) => lines > limitOf(`${path} ${name}`, 50))
          .map(({ name, lines }) => `${path} ${name}: ${lines}`),
      );
    expect(tooLong).toEqual([]);
  });

  it('connectors keep to 300 lines without their tests, nested folders to 8 files (those of connectors 9), paths to depth 4', () => {
    const connectors = connectorFolders.filter((folder) => {
      const own = sources.filter(({ path, isTest }) => path.startsWith(`${folder}/`) && !isTest);
      return own.reduce((sum, { text }) => sum + countLines(text), 0) > limitOf(folder, 300);
    });
    expect(connectors).toEqual([]);
    const own = files.filter((path) => /\.(ts|tsx|css)$/.test(path) && !path.includes('.test.'));
    const crowded = nestedFolders
      .map((folder) => ({ folder, count: own.filter((path) => dirname(path) === folder).length }))
      // The exceptions of a connector are in lines.
      .filter(({ folder, count }) => count > (connectorFolders.includes(folder) ? 9 : limitOf(folder, 8)));
    expect(crowded).toEqual([]);
    expect(sources.filter(({ path }) => path.split('/').length > 5).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ['README.md', 100],
    ['ARCHITECTURE.md', 120],
    ['CONTRIBUTING.md', 80],
  ])('%s has at most %i lines', (name, limit) => {
    if (existsSync(name)) expect(countLines(readFileSync(name, 'utf8'))).toBeLessThanOrEqual(limit);
  });

  it('decisions have at most 40 lines and a number of their own', () => {
    const names = existsSync('docs/decisions') ? readdirSync('docs/decisions') : [];
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
      expect(countLines(readFileSync(`docs/decisions/${name}`, 'utf8')), name).toBeLessThanOrEqual(40);
    }
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });

  it('has no exception without need', () => {
    const known = [...sources.map(({ path }) => path), ...nestedFolders, ...connectorFolders];
    const spare = Object.keys(exceptions).filter((name) => !known.includes(name.split(' ')[0] ?? ''));
    expect(spare).toEqual([]);
  });
});

describe('names', () => {
  const stem = (path: string) => (path.split('/').at(-1) ?? '').replace(/(\.(test|config|d))?\.tsx?$/, '');

  it('are kebab-case', () => {
    expect(sources.map(({ path }) => path).filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem(path)))).toEqual([]);
  });

  it('say what is inside', () => {
    const empty = /(^|[/-])(utils?|helpers?|common|misc|base|core|managers?|services?|shared)([/.-]|$)/;
    expect(sources.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([]);
  });

  it('of nouns in the web are those of the server', () => {
    const [web, server] = ['web/features', 'server/features'].map((parent) =>
      folders(parent).map((folder) => folder.slice(parent.length)),
    );
    expect(web?.length).toBeGreaterThan(5);
    expect(web?.filter((noun) => !server?.includes(noun))).toEqual([]);
  });

  it('are imported from where they are: no barrels, no default exports', () => {
    const barrels = sources.filter(({ text }) => /^export (\*|\{[^}]*\}) from /m.test(text));
    expect(barrels.map(({ path }) => path)).toEqual([]);
    // Vite wants the configuration so, the router its lazy pages.
    const defaults = sources.filter(
      ({ path, text }) => /^export default /m.test(text) && !/(\.config\.ts|page\.tsx)$/.test(path),
    );
    expect(defaults.map(({ path }) => path)).toEqual([]);
  });
});

describe('connectors', () => {
  const known = new Set(['connectors/kit', ...families.map((family) => `connectors/${family}`)]);
  // Ids that were stored before us are written in one word: "oneIndexer" lies in one-indexer.
  const kebab = (id: string) => id.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
  it('are all registered in the family and under the name of their folder', () => {
    const names = connectorFolders.map((folder) => folder.slice('connectors/'.length));
    const registered = families.flatMap((family) => registry[family].map(({ id }) => `${family}/${kebab(id)}`));
    expect(registered.sort()).toEqual(names.sort());
    const ids = families.flatMap((family) => registry[family].map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('stand in a folder of a family', () => {
    expect(folders('connectors').filter((folder) => !known.has(folder))).toEqual([]);
    expect(families.filter((family) => !existsSync(`test/suites/${suiteOf[family]}-suite.ts`))).toEqual([]);
    expect(families.filter((family) => !existsSync(`connectors/kit/contract/${family}.ts`))).toEqual([]);
  });

  it.each(connectorFolders)('%s has a test that calls the suite of its family', (folder) => {
    const [, family, name] = folder.split('/');
    const test = sources.find(({ path }) => path === `${folder}/${name}.test.ts`);
    expect(test?.text).toMatch(new RegExp(`\\b${suiteOf[family as Family]}Suite\\(`));
  });
});

describe('calls', () => {
  const bound = routes({ store: {} } as App).map((route) => route.call);
  const addressOf = (call: { method: string; path: string }) =>
    `${call.method} ${call.path.replace(/:\w+/g, ':').replace(/\/$/, '')}`;

  it('are all bound to a route, once', () => {
    expect(bound.map((call) => call.id).sort()).toEqual(allCalls.map((call) => call.id).sort());
    expect(new Set(bound.map((call) => call.id)).size).toBe(bound.length);
  });

  it('have an address of their own, and are exported under their id', () => {
    expect(new Set(bound.map(addressOf)).size).toBe(bound.length);
    const contracts = sources.filter(({ path }) => path.startsWith('domain/contract/'));
    for (const { id } of allCalls)
      expect(
        contracts.some(({ text }) => text.includes(`export const ${id} = `)),
        id,
      ).toBe(true);
  });
});

describe('colours', () => {
  const themes = sources.filter(({ path }) => dirname(path) === 'web/app/themes' && !path.endsWith('/tokens.ts'));
  const web = files
    .filter((path) => /^web\/.*\.(css|ts|tsx)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }));
  const ownOf = (text: string) =>
    [...(/\n {2}own: \{\n([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/^ +'?([\w-]+)'?: /gm)].map((found) => found[1]);

  it('stand nowhere but in the one file of each look', () => {
    expect(themes.map(({ path }) => path.split('/').at(-1)).sort()).toEqual(['dark.ts', 'light.ts']);
    expect(themes.flatMap(({ text }) => coloursIn(text)).length).toBeGreaterThan(100);
    const found = web
      .filter(({ path }) => !themes.some((theme) => theme.path === path))
      .flatMap(({ path, text }) => coloursIn(text).map((colour) => `${path}: ${colour}`));
    expect(found).toEqual([]);
  });

  it('are found however they are written', () => {
    const written = ['#fff', '#1d4fc4cc', 'rgb(0 0 0 / 5%)', 'RGBA(1, 2, 3, 0.5)', 'hsl(1deg 2% 3%)', 'oklch(1 0 0)'];
    expect(written.flatMap((colour) => coloursIn(`a { color: ${colour}; }`))).toHaveLength(written.length);
    const named = ['a { border: 1px solid Red; }', "{ background: 'white' }", '<rect fill="navy" />', 'b{outline:red}'];
    expect(named.flatMap(coloursIn)).toHaveLength(named.length);
    const none = "import '#web/a.ts'; a { color: var(--lw-red-text); white-space: nowrap; background: transparent; }";
    expect(
      coloursIn(`${none} const tones = { FAILED: { tone: 'red' } }; color-mix(in srgb, var(--a) 5%, var(--b))`),
    ).toEqual([]);
  });

  it('of own style sheets have a name that both looks know, and that is used', () => {
    const [names = [], ...others] = themes.map(({ text }) => ownOf(text).sort());
    expect(names.length).toBeGreaterThan(30);
    for (const other of others) expect(other).toEqual(names);
    const used = web.flatMap(({ text }) => [...text.matchAll(/--lw-([\w-]+)(?![\w$-])/g)].map((found) => found[1]));
    expect([...new Set(used)].sort()).toEqual(names);
  });
});

describe('loose ends', () => {
  // Written apart, so that this file does not find itself.
  const forbidden: [string, RegExp][] = [
    ['an any', /\bas any\b|[:<]\s*any(?=[\s;,)>[\]]|$)/],
    ['a note to self', new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|XXX)\\b`)],
    ['a test that runs alone', new RegExp(`\\b(it|test|describe)\\.${['on', 'ly'].join('')}\\b`)],
    ['a switched-off check', /@ts-(ignore|nocheck|expect-error)/],
  ];
  it.each(forbidden)('nowhere stands %s', (_, pattern) => {
    const found = sources.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line, at, lines) => pattern.test(line) && !lines[at - 1]?.includes('biome-ignore') && !isComment(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found.filter((line) => !line.startsWith('test/house.test.ts'))).toEqual([]);
  });

  it('a check is switched off only with its reason', () => {
    const bare = sources.filter(({ text }) => /biome-ignore [\w/]+:\s*$/m.test(text));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });
});

/** Colours that a text of the web holds: as digits, as a function, or by name where a colour is set. */
function coloursIn(text: string): string[] {
  const written =
    /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?=[\s;,'"`)}!]|$)|\b(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color)\(/gi;
  const set =
    /(?:^|[\s;{("'])(?:[\w-]*(?:color|colour|shadow|image)|background|fill|stroke|border[\w-]*|outline|--[\w-]+)["']?\s*[:=]\s*([^;{}>\n]*)/gi;
  const named = [...text.matchAll(set)].flatMap((found) => found[1]?.match(colourNames) ?? []);
  return [...(text.match(written) ?? []), ...named];
}

function isComment(line: string): boolean {
  return /^\s*(\/\*\*?|\*)/.test(line) && !/TODO|FIXME/.test(line);
}

/** Folders directly below one. */
function folders(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`);
}

/** Functions and methods above a length; the formatter puts their last brace under their first letter. */
function longFunctions(text: string, limit: number): { name: string; lines: number }[] {
  const lines = text.split('\n');
  const head = /^( {0,2})(?:(?:export|private|static|async|override) )*(?:function\*? (\w+)|(#?\w+)\((?:.*\{)?$)/;
  return lines.flatMap((line, from) => {
    const [, indent = '', named, method] = head.exec(line) ?? [];
    const name = named ?? method;
    if (name === undefined || /^(if|for|while|switch|describe|test|it|expect|super|catch)$/.test(name)) return [];
    // A declaration in an interface ends at its bracket.
    const ends = (line: string) =>
      line.startsWith(`${indent}}`) || (line.startsWith(`${indent})`) && line.endsWith(';'));
    const length = lines.slice(from).findIndex((line, at) => at > 0 && ends(line)) + 1;
    return length > limit ? [{ name, lines: length }] : [];
  });
}
