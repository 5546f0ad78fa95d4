/**
 * The arrows of the house (ARCHITECTURE.md, "Who may import whom"): every rule says what is forbidden.
 * Tests may import test, rehearsal and any room; `$1` is the captured folder of the importing file.
 */
const test = '\\.test\\.tsx?$';
const never = (name, from, to, fromNot = test) => ({
  name,
  severity: 'error',
  from: { path: from, ...(fromNot ? { pathNot: fromNot } : {}) },
  to: typeof to === 'string' ? { path: to } : to,
});
const server = (...rooms) => `^server/(${rooms.join('|')})(/|\\.ts$)`;
const packages = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core'];
const only = (name, from, path) => never(name, from, { pathNot: path, dependencyTypesNot: packages });

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },

    only('domain-imports-itself', '^domain/', '^domain/'),
    never('domain-is-pure', '^domain/', { path: '.', pathNot: '^domain/|node_modules/(zod|lz-string|@noble)/' }),

    only('connectors-import-domain', '^connectors/', '^(connectors|domain)/'),
    never('kit-knows-no-connector', '^connectors/kit/', '^connectors/(?!kit/)'),
    never('connectors-never-each-other', '^connectors/(?!kit/)([^/]+)/([^/]+)/', {
      path: '^connectors/',
      pathNot: '^connectors/(kit/|$1/$2/)',
    }),
    // Of the contracts a connector knows its family's, and what all share.
    never('families-apart', '^connectors/(?!kit/)([^/]+)/', {
      path: '^connectors/kit/contract/',
      pathNot: '^connectors/kit/contract/(connector|tools|$1)\\.ts$',
    }),
    never('contracts-apart', '^connectors/kit/contract/', {
      path: '^connectors/kit/',
      pathNot: '^connectors/kit/contract/(connector|tools)\\.ts$',
    }),
    // No files, sockets, timers or environment: only what is handed in. Signing needs crypto, and libraries of vendors take bodies as streams.
    never('connectors-touch-no-outside', '^connectors/', { dependencyTypes: ['core'], pathNot: '^(crypto|stream)$' }),

    never('compose-and-db-below-all', server('compose', 'db'), server('(?!compose|db|errors|workers)[a-z-]+')),
    never('live-on-db', server('live'), server('(?!live|db)[a-z-]+')),
    // The engine is handed the jobs by main.
    never('engine-knows-no-feature', server('engine'), server('(?!engine|live|db)[a-z-]+')),
    never('outside-knows-no-store', server('outside'), server('(?!outside|workers)[a-z-]+')),
    never('imports-below-features', server('imports'), server('(?!imports|calls|db|errors)[a-z-]+')),
    never('features-below-http', server('features'), server('http')),
    never('workers-below-all', server('workers'), server('(?!workers)[a-z-]+')),
    never('calls-below-all', server('calls'), server('(?!calls)[a-z-]+')),
    never('features-below-jobs', server('features'), server('jobs', 'cli', 'main')),
    // A preview shows a post exactly as the engine would compose it; a blog is made of articles cleaned the same way.
    never(
      'only-previews-compose',
      server('features'),
      server('compose'),
      '\\.test\\.tsx?$|^server/features/(previews|clouds)/',
    ),
    never('no-foreign-routes-or-queries', '^server/features/([^/]+)/', {
      path: '^server/features/.+/(routes|queries)\\.ts$',
      pathNot: '^server/features/$1/',
    }),
    never('jobs-below-http', server('jobs'), server('http', 'cli', 'main')),
    never('jobs-know-no-routes-or-queries', server('jobs'), '^server/features/.+/(routes|queries)\\.ts$'),
    // Its errors may be those of a store that is away.
    never('http-knows-no-engine', server('http'), {
      path: server('engine', 'jobs', 'compose', 'imports', 'outside', 'db', 'cli', 'main'),
      pathNot: '^server/db/store-away\\.ts$',
    }),
    never('server-never-web', '^server/(?!cli/)', '^web/'),
    // All others are handed a platform, or ask the registry.
    never(
      'only-the-registry-names-connectors',
      '^(?!connectors/)',
      '^connectors/(?!kit/)[^/]+/',
      '^test/|\\.test\\.ts$',
    ),

    only('web-imports-domain', '^web/', '^(web|domain)/'),
    never('web-parts-below-features', '^web/(ui|lib)/', '^web/(?!ui/|lib/)'),
    never('web-lib-below-ui', '^web/lib/', '^web/ui/'),
    never('web-features-never-each-other', '^web/features/([^/]+)/', {
      path: '^web/(features|app)/',
      pathNot: '^web/features/$1/',
    }),

    only('rehearsal-imports-domain', '^rehearsal/', '^(rehearsal|domain)/'),
    never('rehearsal-for-demo-and-tests', '^(?!rehearsal/|test/|bench/|server/cli/demo)', '^rehearsal/'),
    never('only-tests-import-test', '^(?!test/|bench/)', '^test/'),
    never('bench-stands-alone', '^(?!bench/)', '^bench/', null),
  ],
  options: {
    // TypeScript 7 has no API that depcruise knows: with it alone no file is read, and all is green.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default'],
    },
  },
};
