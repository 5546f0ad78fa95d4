import { existsSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';

/** Fewer modules than this mean that the parser read nothing, not that all is well. */
const leastModules = 150;
const rooms = ['domain', 'connectors', 'server', 'web', 'rehearsal', 'test', 'bench'].filter((room) =>
  existsSync(room),
);

const { forbidden = [], options } = await extractConfig(
  new URL('../../.dependency-cruiser.mjs', import.meta.url).pathname,
);
const { output } = await cruise(rooms, { ...options, validate: true, ruleSet: { forbidden } });
const { summary, modules } = output as ICruiseResult;
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
const own = modules.filter((module) => rooms.some((room) => module.source.startsWith(`${room}/`)));
const arrows = own.reduce((sum, module) => sum + module.dependencies.length, 0);
console.log(`${own.length} modules with ${arrows} imports read, ${summary.violations.length} violations`);
if (own.length < leastModules)
  console.error(`At least ${leastModules} modules were expected: did the parser read them?`);
process.exitCode = summary.violations.length > 0 || own.length < leastModules ? 1 : 0;
