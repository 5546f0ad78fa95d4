import { Button, Modal } from 'antd';
import { useMemo } from 'react';
import { insertSample, isEmptyDiagram, sampleCells } from '#domain/rules/diagrams/drawing/sample.ts';
import type { DiagramThemeName } from '#domain/rules/diagrams/drawing/themes.ts';
import { addressOf, drawPicture } from '../canvas/picture.ts';
import type { Drawing } from '../designer/drawing.ts';
import { designerTexts as texts } from '../designer/texts.ts';

interface HelpProps {
  drawing: Drawing;
  theme: DiagramThemeName;
  onInserted: () => void;
  onClose: () => void;
}

/** Keys of the designer, and the sample flowchart, which an empty diagram may begin with. */
export function Help({ drawing, theme, onInserted, onClose }: HelpProps) {
  const picture = useMemo(() => drawPicture(sampleCells, theme), [theme]);
  const { cells } = drawing.get();
  const insert = () => {
    drawing.change(insertSample(cells), 'Sample inserted');
    onInserted();
    onClose();
  };
  return (
    <Modal open title="How to draw a diagram" width="min(900px, 96vw)" footer={null} onCancel={onClose}>
      <dl className="help-keys">
        {texts.help.map(([key, what]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h3>{texts.sample}</h3>
      <p className="quiet">{texts.sampleHint}</p>
      <img className="lightbox-picture" src={addressOf(picture)} alt={texts.sample} />
      {!drawing.isReadOnly && (
        <p>
          <Button disabled={!isEmptyDiagram(cells)} onClick={insert}>
            {texts.insert}
          </Button>{' '}
          {!isEmptyDiagram(cells) && <span className="quiet">{texts.notEmpty}</span>}
        </p>
      )}
    </Modal>
  );
}
