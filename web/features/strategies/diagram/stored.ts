import type { Strategy } from '#domain/contract/strategies.ts';
import { type AnyCell, readDiagram } from '#domain/rules/diagrams/cells.ts';
import { withinBounds } from '#domain/rules/diagrams/drawing/changes.ts';

/** A diagram as it is stored, with its cells. */
export interface ReadStrategy {
  strategy: Strategy;
  cells: readonly AnyCell[];
  /** What other programs wrote beside them. */
  beside: Record<string, unknown>;
}

/** Reads what is stored, older numbers held within their bounds (D-DIAG-06); the server lets nothing else be stored than what can be read, so what cannot has no cells. */
export function readStored(strategy: Strategy): ReadStrategy | { reason: string } {
  const read = readDiagram(strategy.strategy);
  return 'reason' in read ? read : { strategy, ...read, cells: withinBounds(read.cells) };
}
