import { Input } from 'antd';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { type LinkLook, styleLink } from '#domain/rules/diagrams/drawing/changes.ts';
import {
  connectors,
  drawingBounds,
  labelPlaces,
  lineStyles,
  markers,
  routers,
  thicknesses,
} from '#domain/rules/diagrams/drawing/constants.ts';
import { labelText } from '#domain/rules/diagrams/drawing/shown.ts';
import { Field } from '#web/ui/field.tsx';
import type { Drawing } from '../designer/drawing.ts';
import { Choice, Colour } from './fields.tsx';

const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const named = <T extends string | number>(values: readonly T[]) =>
  values.map((value) => ({ value, label: `${value}` }));
const placeLabels = { source: 'Close to source', middle: 'Middle', target: 'Close to target' };

/** How a link is drawn. */
export function LinkFields({ drawing, cell }: { drawing: Drawing; cell: AnyCell }) {
  const line = objectOf(objectOf(cell.attrs).line);
  const labels = Array.isArray(cell.labels) ? cell.labels.map(objectOf) : [];
  const [first] = labels;
  const said = labelText(first);
  const words = typeof said === 'string' ? said : '';
  const set = (look: LinkLook, key?: string) =>
    drawing.change(styleLink(drawing.get().cells, cell.id, look), 'Changed', key);
  const setLabel = (part: object, key?: string) => {
    const label = { position: 'middle', ...first, text: words, ...part };
    const others = labels.slice(1) as LinkLook['labels'] & object;
    set({ labels: label.text === '' ? others : [label, ...others] }, key);
  };
  return (
    <>
      <Choice
        id="link-router"
        label="Router"
        value={cell.router as string}
        options={named(routers)}
        onChange={(router) => set({ router })}
      />
      <Choice
        id="link-connector"
        label="Connector"
        value={cell.connector as string}
        options={named(connectors)}
        onChange={(connector) => set({ connector })}
      />
      <Choice
        id="link-width"
        label="Thickness"
        value={line.strokeWidth as number}
        options={named(thicknesses)}
        onChange={(strokeWidth) => set({ line: { strokeWidth } })}
      />
      <Choice
        id="link-style"
        label="Style"
        value={line.strokeDasharray as string}
        options={Object.entries(lineStyles).map(([value, label]) => ({ value, label }))}
        onChange={(strokeDasharray) => set({ line: { strokeDasharray } })}
      />
      <Colour
        id="link-colour"
        label="Colour"
        value={line.stroke as string}
        onChange={(stroke) => set({ line: { stroke } })}
      />
      <Choice
        id="link-source"
        label="Source arrowhead"
        value={line.sourceMarker as string}
        options={named(markers)}
        onChange={(sourceMarker) => set({ line: { sourceMarker } })}
      />
      <Choice
        id="link-target"
        label="Target arrowhead"
        value={line.targetMarker as string}
        options={named(markers)}
        onChange={(targetMarker) => set({ line: { targetMarker } })}
      />
      <Field id="link-label" label="Label">
        <Input
          id="link-label"
          value={words}
          maxLength={drawingBounds.name}
          onBlur={drawing.endStep}
          onChange={(event) => setLabel({ text: event.target.value }, `label ${cell.id}`)}
        />
      </Field>
      {first && (
        <Choice
          id="link-place"
          label="Place of the label"
          value={first.position as string}
          options={labelPlaces.map((value) => ({ value, label: placeLabels[value] }))}
          onChange={(position) => setLabel({ position })}
        />
      )}
    </>
  );
}
