const formulaStart = /^[=+\-@\t\r]/;

/** Cells of one CSV record (RFC 4180); null when its quotes do not match. A quote mark inside an unquoted cell is text. */
export function readCsvLine(line: string): string[] | null {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    if (line[at] !== '"') {
      const comma = line.indexOf(',', at);
      cells.push(comma < 0 ? line.slice(at) : line.slice(at, comma));
      if (comma < 0) return cells;
      at = comma + 1;
      continue;
    }
    const close = closingQuote(line, at);
    if (close < 0) return null;
    cells.push(line.slice(at + 1, close).replaceAll('""', '"'));
    if (close + 1 === line.length) return cells;
    if (line[close + 1] !== ',') return null;
    at = close + 2;
  }
}

/** Where the quoted cell that begins at `from` is closed, -1 when it is not; doubled quotes are text. */
export function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

/**
 * A CSV record as typed, its quoting kept, with a quote mark before the text of every cell that a spreadsheet would
 * run; `readCell` takes it away again, so that the corrected line is imported as it was meant.
 */
export function safeCsvLine(line: string): string {
  let result = '';
  let isEven = false;
  for (let at = 0; at <= line.length; ) {
    // After a cell that is never closed all further quote marks stand in pairs: none is looked for to the end again.
    const close: number = line[at] !== '"' ? at : isEven ? closedByOwn(line, at) : closingQuote(line, at);
    isEven ||= close < 0;
    const comma = line.indexOf(',', Math.max(at, close));
    const end = comma < 0 ? line.length : comma;
    const cell = line.slice(at, end);
    const opening = /^"*/.exec(cell)?.[0] ?? '';
    const text = cell.slice(opening.length);
    // Three quote marks open a cell whose text begins with one; an even number is none, or a broken cell.
    const isText = opening.length === 1 || opening.length % 2 === 0;
    result += isText && formulaStart.test(text) ? `${opening}'${text}` : cell;
    if (end < line.length) result += ',';
    at = end + 1;
  }
  return result;
}

/** Where a cell is closed by the quote marks that it begins with, -1 when it is not. */
function closedByOwn(line: string, from: number): number {
  let to = from;
  while (line[to] === '"') to += 1;
  return (to - from) % 2 === 0 ? to - 1 : -1;
}
