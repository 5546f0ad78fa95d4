import { Button, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { type DiagramThemeName, diagramThemeNames, diagramThemes } from '#domain/rules/diagrams/drawing/themes.ts';
import { saveFile } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { addressOf, drawPicture, pngOf } from '../canvas/picture.ts';
import { designerTexts as texts } from '../designer/texts.ts';

interface LightboxProps {
  name: string;
  cells: readonly AnyCell[];
  theme: DiagramThemeName;
  onClose: () => void;
}

/** The diagram as a picture, to be looked at and kept as SVG or PNG. */
export function Lightbox({ name, cells, theme: start, onClose }: LightboxProps) {
  const [theme, setTheme] = useState(start);
  const picture = useMemo(() => drawPicture(cells, theme), [cells, theme]);
  const saveSvg = () => saveFile(new Blob([picture.svg], { type: 'image/svg+xml' }), `${name}.svg`);
  const savePng = () =>
    attempt(async () => saveFile(await pngOf(picture), `${name}.png`), { failed: texts.imageFailed });
  return (
    <Modal
      open
      title="Picture of the diagram"
      width="min(1100px, 96vw)"
      onCancel={onClose}
      footer={[
        <Select<DiagramThemeName>
          key="theme"
          aria-label="Theme of the picture"
          value={theme}
          onChange={setTheme}
          options={diagramThemeNames.map((value) => ({ value, label: diagramThemes[value].label }))}
          style={{ width: 120 }}
        />,
        <Button key="svg" onClick={saveSvg}>
          Download SVG
        </Button>,
        <Button key="png" type="primary" onClick={() => void savePng()}>
          Download PNG
        </Button>,
      ]}
    >
      <img className="lightbox-picture" src={addressOf(picture)} alt={`Diagram ${name}`} />
    </Modal>
  );
}
