import { boxKind } from '#domain/rules/diagrams/catalogue.ts';
import { boxesOf, nameOfBox } from '#domain/rules/diagrams/cells.ts';
import { isPlaced } from '#domain/rules/diagrams/drawing/moves.ts';
import { shapeOf } from '#domain/rules/diagrams/drawing/shown.ts';
import type { Drawing, DrawingState } from '../designer/drawing.ts';
import { BoxFields } from './box-fields.tsx';
import { LinkFields } from './link-fields.tsx';
import { ShapeFields } from './shape-fields.tsx';

/** What can be set of the one box, shape or link that is selected; nothing where none or several are (D-DIAG-10). */
export function Inspector({ drawing, state }: { drawing: Drawing; state: DrawingState }) {
  const [id] = state.selected;
  const cell = state.selected.size === 1 ? state.cells.find((one) => one.id === id) : undefined;
  if (!cell) return null;
  const [box] = boxesOf([cell]);
  const title = box ? nameOfBox(box) : isPlaced(cell) ? 'Shape' : 'Link';
  return (
    <section className="panel inspector" aria-label="Settings">
      <h2>{title}</h2>
      {box && boxKind(box.type) && <BoxFields key={cell.id} drawing={drawing} cells={state.cells} box={box} />}
      {!box && isPlaced(cell) && <ShapeFields key={cell.id} drawing={drawing} cell={cell} shape={shapeOf(cell)} />}
      {!box && !isPlaced(cell) && <LinkFields key={cell.id} drawing={drawing} cell={cell} />}
    </section>
  );
}
