import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageParts } from '#domain/rules/message-parts.ts';

/** Files that write markup for posts or wikis, not messages. */
const writers = ['server/compose/', 'connectors/kit/markup/', 'connectors/kit/marker.ts'];
const sources = ['domain', 'server', 'connectors'].flatMap((room) =>
  readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => !writers.some((writer) => path.startsWith(writer))),
);
/** Strings of a source, comments and code left out as far as a line tells them. */
function textsOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
  return lines
    .flatMap((line) => line.match(/'(?:[^'\\]|\\.)*'|`[^`]*`|"(?:[^"\\]|\\.)*"/g) ?? [])
    .map((text) => text.slice(1, -1));
}

test('no message of domain, server or connectors shows raw tags: what markup it has is drawn as words and ways to our pages', () => {
  const texts = sources.flatMap((path) => textsOf(path).map((text) => ({ path, text })));
  // Nothing is proved where nothing is read.
  expect(texts.length).toBeGreaterThan(5_000);
  const raw = texts.filter(({ text }) => {
    // Sentences only: a space, and letters before it.
    if (!/^[A-Z][^<]* /.test(text)) return false;
    const shown = messageParts(text).map((part) => (part.kind === 'break' ? '\n' : part.text));
    return /<\/?[a-z][^<>]*>|&[a-z]+;/i.test(shown.join(''));
  });
  expect(raw).toEqual([]);
});
