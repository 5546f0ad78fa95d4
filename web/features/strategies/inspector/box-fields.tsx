import { Checkbox, Input, Select } from 'antd';
import { moduleLabels } from '#domain/contract/modules.ts';
import { genericModules } from '#domain/rules/diagrams/catalogue.ts';
import { type AnyCell, type Box, nameOfBox } from '#domain/rules/diagrams/cells.ts';
import { nameBox, toggleModule } from '#domain/rules/diagrams/drawing/changes.ts';
import { drawingBounds } from '#domain/rules/diagrams/drawing/constants.ts';
import { treeOf, whyNoLink } from '#domain/rules/diagrams/tree.ts';
import { Field } from '#web/ui/field.tsx';
import type { Drawing } from '../designer/drawing.ts';

interface BoxFieldsProps {
  drawing: Drawing;
  cells: readonly AnyCell[];
  box: Box;
}

const onNothing = '';

/** Name, store of accounts, what it hangs on and, of a generic project, its modules. */
export function BoxFields({ drawing, cells, box }: BoxFieldsProps) {
  const { boxes, parentOf } = treeOf(cells);
  const parent = parentOf.get(box.id) ?? onNothing;
  const without = cells.filter(({ target }) => (target as { id?: unknown } | undefined)?.id !== box.id);
  const above = boxes.filter(({ id }) => id === parent || whyNoLink(without, id, box.id) === null);
  const name = (words: { projectName?: string; profileName?: string }) =>
    drawing.change(nameBox(cells, box.id, words), '', `name ${box.id} ${Object.keys(words).join()}`);
  return (
    <>
      <Field id="box-name" label="Name">
        <Input
          id="box-name"
          value={box.projectName}
          placeholder={nameOfBox({ ...box, projectName: '' })}
          maxLength={drawingBounds.name}
          onBlur={drawing.endStep}
          onChange={(event) => name({ projectName: event.target.value })}
        />
      </Field>
      <Field
        id="box-store"
        label="Account Store Name"
        hint="Boxes with the same name share their accounts; private ones never with others"
      >
        <Input
          id="box-store"
          value={box.profileName}
          maxLength={drawingBounds.name}
          onBlur={drawing.endStep}
          onChange={(event) => name({ profileName: event.target.value })}
        />
      </Field>
      <Field id="box-parent" label="Hangs on">
        <Select
          id="box-parent"
          showSearch={{ optionFilterProp: 'label' }}
          value={parent}
          options={[
            { value: onNothing, label: 'Nothing yet' },
            ...above.map((one) => ({ value: one.id, label: nameOfBox(one) })),
          ]}
          onChange={(id) => drawing.hang(box.id, id === onNothing ? null : id)}
          style={{ width: '100%' }}
        />
      </Field>
      {box.type === 'Project' && (
        <fieldset className="inspector-modules">
          <legend>Kinds of sites</legend>
          {genericModules.map((module) => (
            <Checkbox
              key={module}
              checked={box.modules.includes(module)}
              onChange={() => drawing.change(toggleModule(cells, box.id, module), 'Changed')}
            >
              {moduleLabels[module]}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}
