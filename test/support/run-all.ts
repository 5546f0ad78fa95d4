import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { missingPackages } from './real/install.ts';
import { startPostgres } from './real/start.ts';

/**
 * `npm test`: the gate and every test. System packages of the real servers are installed when that is allowed; where it
 * is not, the suites that need them say so and count as skipped.
 */
const root = new URL('../..', import.meta.url).pathname;
const bin = `${root}node_modules/.bin/`;
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const red: string[] = [];

function step(name: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  const began = Date.now();
  console.log(`\n== ${name}`);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(`== ${name}: ${result.status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1_000).toFixed(0)} s)`);
  if (result.status !== 0) failures.push(name);
  return result.status === 0;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** What failed, told once more at the very end: of a long run often only the end is kept. */
function tellFailures(name: string, report: Report): void {
  for (const file of report.testResults.filter(({ status }) => status === 'failed')) {
    const path = file.name.replace(root, '');
    if (file.message !== '') red.push(`${name}: ${path}: ${file.message}`);
    for (const one of file.assertionResults.filter(({ status }) => status === 'failed'))
      red.push(`${name}: ${path} > ${one.fullName}\n${one.failureMessages.join('\n').slice(0, 1_500)}`);
  }
}

function tests(name: string, args: string[], env: Record<string, string> = {}): void {
  const file = `${root}.tmp/${name.replace(/\W+/g, '-')}.json`;
  // An earlier run's report is not this one's.
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  step(name, process.execPath, [`${root}node_modules/vitest/vitest.mjs`, 'run', ...args, ...reporters], env);
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  tellFailures(name, report);
}

mkdirSync(`${root}.tmp`, { recursive: true });
step('packages of the real servers', process.execPath, ['test/support/real/install.ts']);
step('format and lint', `${bin}biome`, ['check', '--error-on-warnings', '.']);
for (const room of ['domain', 'connectors', 'server', 'web']) step(`types of ${room}`, `${bin}tsc`, ['-p', room]);
step('boundaries', process.execPath, ['test/support/boundaries.ts']);
step('dead code', `${bin}knip`, []);
step('pages', process.execPath, ['server/cli/build-web.ts']);
tests('tests on the embedded store', ['--project', 'fast']);
tests('real servers', ['--project', 'real']);
tests('journeys', ['--project', 'journeys']);
const chaos = [`${root}bench/chaos.ts`, '--minutes=1', '--shrink=10', '--confirm=2'];
// Bounded by requests; how fast they are answered says more of the machine than of the product here.
const fuzz = [`${root}bench/fuzz.ts`, '--requests=3000', '--slow=0'];
step('odd requests on the embedded store', process.execPath, fuzz, { DATABASE_URL: '' });
step('seeds on the embedded store', process.execPath, chaos, { DATABASE_URL: '' });
if (missingPackages(['postgresql']).length === 0 && process.getuid?.() === 0) {
  const postgres = await startPostgres();
  tests('server tests on PostgreSQL', ['--project', 'fast', 'server'], { TEST_DATABASE_URL: postgres.databaseUrl });
  step('odd requests on PostgreSQL', process.execPath, fuzz, { DATABASE_URL: postgres.databaseUrl });
  step('seeds on PostgreSQL', process.execPath, chaos, { DATABASE_URL: postgres.databaseUrl });
  await postgres.stop();
} else console.log('\n== server tests on PostgreSQL: skipped, the package postgresql is missing or we are not root');

for (const one of red) console.log(`\n${one}`);
if (failures.length > 0) console.log(`\nfailed: ${failures.join(', ')}`);
console.log(`\n${totals.passed} passed, ${Math.max(totals.failed, failures.length)} failed, ${totals.skipped} skipped`);
process.exit(failures.length === 0 ? 0 : 1);
