import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import { diagramName, type Strategy, strategyTexts } from '#domain/contract/strategies.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import { diagramBounds } from '#domain/rules/diagrams/cells.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../../app.ts';
import type { FileAnswer, UploadedFile } from '../../calls/route.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import { readUpTo } from '../../imports/reading/read-up-to.ts';
import { lastPart, readZip, type Unpacking } from '../../imports/reading/read-zip.ts';
import { readText } from '../../imports/reading/text-reader.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import { commit, type Note } from '../../live/commit.ts';
import { addStrategy, foreignDiagram, getStrategy } from './strategies.ts';

/** A file of a diagram, in bytes: its cells stand in it as an escaped text, its picture beside them. */
const largestFile = 4 * diagramBounds.text;

/** What a file holds; the picture in it is never trusted (D-DIAG-09). */
const diagramFile = z.object({
  name: z.string().optional(),
  description: z.string().max(100_000).optional(),
  strategy: z.union([z.string(), z.looseObject({ cells: z.array(z.unknown()) })]),
});
/** The bare cells of a diagram, as a drawing program writes them. */
const bareCells = z.looseObject({ cells: z.array(z.unknown()) });

const fileTexts = {
  otherKind: 'Only .json files, or a ZIP of them, are taken',
  tooLarge: `Larger than ${largestFile / 1_000_000} MB`,
  noDiagram: 'The file is no diagram: it has neither a strategy nor a list of cells',
  noZip: 'This is no ZIP, or a damaged one',
} as const;

/** Imports diagrams as the operator's own; what is none comes back by name with its reason, the others stay. */
export async function importStrategies(app: App, files: AsyncIterable<UploadedFile>) {
  const refused = new RefusedList();
  const strategies: Strategy[] = [];
  const unpacking: Unpacking = { maxFile: largestFile, bytes: 0 };
  const refuse = (name: string, reason: string) => refused.add(name, { line: null, reason });
  const take = async (name: string, stream: Readable | undefined) => {
    if (!/\.json$/i.test(name)) return refuse(name, fileTexts.otherKind);
    const bytes = stream && (await readUpTo(stream, largestFile));
    if (!bytes) return refuse(name, fileTexts.tooLarge);
    try {
      const found = readFile(name, readText(bytes).text);
      const strategy = await commit(app, (tx, note) => addFree(tx, note, found));
      strategies.push({ ...strategy, strategy: '' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(name, error.message);
    }
  };
  for await (const file of files) {
    const name = lastPart(file.name);
    if (!/\.zip$/i.test(name)) await take(name, file.stream);
    else if (!(await readZip(file.stream, unpacking, take))) refuse(name, fileTexts.noZip);
  }
  return { strategies, errorList: refused.list, reasons: refused.reasons };
}

function readFile(fileName: string, text: string) {
  const json = readJson(text);
  const bare = bareCells.safeParse(json);
  const file = diagramFile.safeParse(bare.success ? { strategy: bare.data } : json);
  if (!file.success) throw new Refusal('INVALID', fileTexts.noDiagram);
  const { name, description = '', strategy } = file.data;
  const named = diagramName.safeParse(storableText(name?.trim() || fileName.replace(/\.json$/i, '')).slice(0, 255));
  return {
    name: named.success ? named.data : 'Diagram',
    description: storableText(description),
    diagram: foreignDiagram(storableText(typeof strategy === 'string' ? strategy : JSON.stringify(strategy))),
  };
}

function readJson(text: string): unknown {
  try {
    return parseBounded(text);
  } catch (error) {
    throw new Refusal('INVALID', error instanceof SyntaxError ? 'The file is no valid JSON' : (error as Error).message);
  }
}

const nameLock = 728_346_137;

/** Adds a diagram; a name that is there already gets the next free number behind it. */
async function addFree(tx: Tx, note: Note, found: Parameters<typeof addStrategy>[2]): Promise<Strategy> {
  await sql`select pg_advisory_xact_lock(${nameLock})`.execute(tx);
  const rows = await tx.selectFrom('strategies').select('name').execute();
  const used = new Set(rows.map(({ name }) => name));
  let name = found.name;
  for (let number = 2; used.has(name); number += 1) name = `${found.name.slice(0, 245)} (${number})`;
  return addStrategy(tx, note, { ...found, name });
}

/** A diagram as a file that the import takes; built-in ones can only be cloned. */
export async function exportStrategy(app: App, id: number): Promise<FileAnswer> {
  const { name, description, img, strategy, type } = await getStrategy(app.store.db, id);
  if (type === 'BUILTIN') throw new Refusal('INVALID', strategyTexts.builtInExport);
  const content = Readable.from([JSON.stringify({ name, description, img, strategy })]);
  return { name: `${name}.json`, type: 'application/json; charset=utf-8', content };
}
