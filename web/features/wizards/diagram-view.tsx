import { useMemo } from 'react';
import { type AnyCell, boxesOf, nameOfBox, readDiagram } from '#domain/rules/diagrams/cells.ts';
import { drawDiagram, pictureMargin as margin } from '#domain/rules/diagrams/draw.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import { DiagramPicture } from '#web/ui/diagram-picture.tsx';

interface DiagramViewProps {
  name: string;
  cells: readonly AnyCell[];
  /** Times as large as fits the frame, which is no larger than drawn. */
  zoom?: number;
  /** The box that is marked. */
  active?: string | null;
  /** Boxes can be chosen by a click; the Money Site is none to choose. */
  onBox?: (id: string) => void;
}

/** A diagram to look at, and to choose a box of. */
export function DiagramView({ name, cells, zoom = 1, active, onBox }: DiagramViewProps) {
  const svg = useMemo(() => drawDiagram(cells), [cells]);
  const [left = 0, top = 0, whole = 1, high = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number);
  // What is fitted stands in the picture, without the margin around it.
  const [x, y, width, height] = [left + margin, top + margin, whole - 2 * margin, high - 2 * margin];
  const share = (part: number, of: number) => `${(100 * part) / of}%`;
  const boxes = useMemo(() => {
    const byId = new Map(cells.map((cell) => [cell.id, cell]));
    return boxesOf(cells).flatMap((box) => {
      const cell = byId.get(box.id);
      return cell && box.type !== 'MoneySite' ? [{ box, rect: rectOf(cell) }] : [];
    });
  }, [cells]);
  // The frame, and the room that is kept in it, are those of the tab (wizards.css).
  const fitting = `min(${width}px, (var(--diagram-frame) - 2 * var(--diagram-padding)) * ${width / height}, 100%)`;
  const picture = { left: share(-margin, width), top: share(-margin, height), width: share(whole, width) };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: zoomed in it scrolls, by keys too
    <section className="diagram-view" aria-label={`Diagram ${name}`} tabIndex={0}>
      <div className="diagram-sheet" style={{ width: `calc(${fitting} * ${zoom})`, aspectRatio: width / height }}>
        <div className="diagram-drawn" style={picture}>
          <DiagramPicture img={svg} name={name} className="" />
        </div>
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
