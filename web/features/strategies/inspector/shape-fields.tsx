import { Input } from 'antd';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { type ShapeLook, styleShape } from '#domain/rules/diagrams/drawing/changes.ts';
import { drawingBounds, fonts, fontWeights } from '#domain/rules/diagrams/drawing/constants.ts';
import type { ShownShape } from '#domain/rules/diagrams/drawing/shown.ts';
import { Field } from '#web/ui/field.tsx';
import type { Drawing } from '../designer/drawing.ts';
import { Choice, Colour, NumberField } from './fields.tsx';

interface ShapeFieldsProps {
  drawing: Drawing;
  cell: AnyCell;
  shape: ShownShape;
}

/** How a shape that is no box is drawn; what it does not have is not offered (D-DIAG-06). */
export function ShapeFields({ drawing, cell, shape }: ShapeFieldsProps) {
  const set = (look: ShapeLook, key?: string) =>
    drawing.change(styleShape(drawing.get().cells, cell.id, look), 'Changed', key);
  const [group] = Object.values(shape.ports.groups);
  return (
    <>
      <Field id="shape-text" label="Text">
        <Input
          id="shape-text"
          value={shape.text}
          maxLength={drawingBounds.name}
          onBlur={drawing.endStep}
          onChange={(event) => set({ label: { text: event.target.value } }, `text ${cell.id}`)}
        />
      </Field>
      <Choice
        id="shape-font"
        label="Font"
        value={shape.fontFamily}
        options={fonts.map((value) => ({ value, label: value }))}
        onChange={(fontFamily) => set({ label: { fontFamily } })}
      />
      <Choice
        id="shape-weight"
        label="Weight"
        value={shape.fontWeight}
        options={Object.entries(fontWeights).map(([value, label]) => ({ value: Number(value), label }))}
        onChange={(fontWeight) => set({ label: { fontWeight } })}
      />
      <NumberField
        id="shape-size"
        label="Font size, px"
        value={shape.fontSize}
        bounds={drawingBounds.fontSize}
        onChange={(fontSize) => set({ label: { fontSize } })}
      />
      <Colour
        id="shape-ink"
        label="Text colour"
        value={shape.textColour}
        onChange={(fill) => set({ label: { fill } })}
      />
      <Colour id="shape-fill" label="Fill" value={shape.fill} onChange={(fill) => set({ body: { fill } })} />
      <Colour id="shape-stroke" label="Outline" value={shape.stroke} onChange={(stroke) => set({ body: { stroke } })} />
      <NumberField
        id="shape-outline"
        label="Outline thickness, px"
        value={shape.strokeWidth}
        bounds={drawingBounds.outline}
        onChange={(strokeWidth) => set({ body: { strokeWidth } })}
      />
      {group && (
        <NumberField
          id="shape-angle"
          label="Port start angle, degrees"
          value={group.startAngle}
          bounds={drawingBounds.portAngle}
          onChange={(portAngle) => set({ portAngle })}
        />
      )}
      {shape.tokens !== undefined && (
        <NumberField
          id="shape-tokens"
          label="Tokens"
          value={shape.tokens}
          bounds={drawingBounds.tokens}
          onChange={(tokens) => set({ tokens })}
        />
      )}
    </>
  );
}
