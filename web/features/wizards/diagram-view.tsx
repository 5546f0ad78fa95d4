import { useMemo } from 'react';
import { type AnyCell, boxesOf, nameOfBox, readDiagram } from '#domain/rules/diagrams/cells.ts';
import { drawDiagram } from '#domain/rules/diagrams/draw.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import { DiagramPicture } from '#web/ui/diagram-picture.tsx';

/** Frame of a picture that is shown whole, in px. */
const mostHigh = 520;

interface DiagramViewProps {
  name: string;
  cells: readonly AnyCell[];
  /** Times as large as fits, which is no larger than drawn. */
  zoom?: number;
  /** The box that is marked. */
  active?: string | null;
  /** Boxes can be chosen by a click; the Money Site is none to choose. */
  onBox?: (id: string) => void;
}

/** A diagram to look at, and to choose a box of. */
export function DiagramView({ name, cells, zoom = 1, active, onBox }: DiagramViewProps) {
  const svg = useMemo(() => drawDiagram(cells), [cells]);
  const [x = 0, y = 0, width = 1, height = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number);
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const boxes = useMemo(() => {
    const byId = new Map(cells.map((cell) => [cell.id, cell]));
    return boxesOf(cells).flatMap((box) => {
      const cell = byId.get(box.id);
      return cell && box.type !== 'MoneySite' ? [{ box, rect: rectOf(cell) }] : [];
    });
  }, [cells]);
  const fitting = `min(${width}px, ${Math.round((mostHigh * width) / height)}px, 100%)`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: zoomed in it scrolls, by keys too
    <section className="diagram-view" aria-label={`Diagram ${name}`} tabIndex={0}>
      <div className="diagram-sheet" style={{ width: zoom === 1 ? fitting : `calc(${fitting} * ${zoom})` }}>
        <DiagramPicture img={svg} name={name} className="" />
        {onBox &&
          boxes.map(({ box, rect }) => (
            <button
              key={box.id}
              type="button"
              className="diagram-box"
              aria-label={nameOfBox(box)}
              aria-pressed={box.id === active}
              title={nameOfBox(box)}
              style={{
                left: share(rect.x - x, width),
                top: share(rect.y - y, height),
                width: share(rect.width, width),
                height: share(rect.height, height),
              }}
              onClick={() => onBox(box.id)}
            />
          ))}
      </div>
    </section>
  );
}

/** The svg text of a diagram, as it is downloaded. */
export const svgOf = (cells: readonly AnyCell[]): Blob => new Blob([drawDiagram(cells)], { type: 'image/svg+xml' });

/** The cells of a diagram's text; none where it cannot be read. */
export function cellsOf(text: string): AnyCell[] {
  const read = readDiagram(text);
  return 'cells' in read ? read.cells : [];
}
