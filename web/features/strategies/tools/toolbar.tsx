import {
  ApartmentOutlined,
  DeleteOutlined,
  DownloadOutlined,
  ExpandOutlined,
  QuestionCircleOutlined,
  RedoOutlined,
  UndoOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Select } from 'antd';
import { useSyncExternalStore } from 'react';
import { drawingBounds } from '#domain/rules/diagrams/drawing/constants.ts';
import { placeCells } from '#domain/rules/diagrams/drawing/moves.ts';
import { type DiagramThemeName, diagramThemeNames, diagramThemes } from '#domain/rules/diagrams/drawing/themes.ts';
import { attempt } from '#web/lib/notices.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { DiagramCanvas } from '../canvas/diagram-canvas.ts';
import type { Drawing, DrawingState } from '../designer/drawing.ts';
import { texts } from '../texts.ts';

interface ToolbarProps {
  drawing: Drawing;
  canvas: DiagramCanvas;
  state: DrawingState;
  theme: DiagramThemeName;
  onTheme: (theme: DiagramThemeName) => void;
  onDownload: () => void;
  onHelp: () => void;
}

/** What can be done with the whole diagram, and what is selected of it. */
export function Toolbar({ drawing, canvas, state, theme, onTheme, onDownload, onHelp }: ToolbarProps) {
  const { scale } = useSyncExternalStore(canvas.view.subscribe, canvas.view.get);
  const { zoom } = drawingBounds;
  const layOut = async () => {
    const fetched = await attempt(() => import('#web/lib/diagram-layout.ts'), { failed: texts.layoutFailed });
    if (!fetched) return;
    const { layout } = fetched;
    drawing.change(placeCells(drawing.get().cells, layout(drawing.get().cells)), 'Laid out');
    canvas.fit();
  };
  return (
    <div className="designer-toolbar" role="toolbar" aria-label="Diagram">
      <IconButton label="Download as a picture" icon={<DownloadOutlined aria-hidden />} onClick={onDownload} />
      {!drawing.isReadOnly && (
        <IconButton label="Auto-layout" icon={<ApartmentOutlined aria-hidden />} onClick={() => void layOut()} />
      )}
      <IconButton
        label="Zoom out"
        icon={<ZoomOutOutlined aria-hidden />}
        disabled={scale <= zoom.min}
        onClick={() => canvas.zoom(-1)}
      />
      <output className="designer-zoom" aria-label="Zoom">
        {Math.round(scale * 100)}%
      </output>
      <IconButton
        label="Zoom in"
        icon={<ZoomInOutlined aria-hidden />}
        disabled={scale >= zoom.max}
        onClick={() => canvas.zoom(1)}
      />
      <IconButton label="Show all" icon={<ExpandOutlined aria-hidden />} onClick={() => canvas.fit()} />
      {!drawing.isReadOnly && (
        <>
          <IconButton
            label="Undo"
            icon={<UndoOutlined aria-hidden />}
            disabled={!state.canUndo}
            onClick={() => drawing.undo()}
          />
          <IconButton
            label="Redo"
            icon={<RedoOutlined aria-hidden />}
            disabled={!state.canRedo}
            onClick={() => drawing.redo()}
          />
          <IconButton
            label="Remove what is selected"
            icon={<DeleteOutlined aria-hidden />}
            disabled={state.selected.size === 0}
            onClick={() => drawing.remove()}
          />
          {state.selected.size > 0 && <span className="quiet">{state.selected.size} selected</span>}
        </>
      )}
      <span className="designer-toolbar-end">
        <Select<DiagramThemeName>
          aria-label="Theme of the diagram"
          size="small"
          value={theme}
          onChange={onTheme}
          options={diagramThemeNames.map((value) => ({ value, label: diagramThemes[value].label }))}
          style={{ width: 104 }}
        />
        <IconButton label="Help" icon={<QuestionCircleOutlined aria-hidden />} onClick={onHelp} />
      </span>
    </div>
  );
}
