import { DownloadOutlined, PartitionOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Alert, Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { type AnyCell, nameOfBox } from '#domain/rules/diagrams/cells.ts';
import { nodesOf } from '#domain/rules/diagrams/nodes.ts';
import { saveFile } from '#web/lib/call.ts';
import { askFirst, attempt } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { cellsOf, DiagramView, svgOf } from '../diagram-view.tsx';
import { begin } from '../editor/begin.ts';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { useWizards } from '../queries.ts';
import { texts } from '../texts.ts';

const step = 0.2;
const bounds = { least: 0.2, most: 5 };

/** Tab Strategy: the diagram that the campaign is made of. */
export function StrategyTab({ form }: { form: WizardForm }) {
  const { value, problems } = form;
  const { strategy } = value;
  const cells = useMemo(() => cellsOf(strategy.strategy), [strategy.strategy]);
  // Of this look alone: the wizard keeps the diagram as it was drawn.
  const [laidOut, setLaidOut] = useState<readonly AnyCell[] | null>(null);
  const [zoom, setZoom] = useState(1);
  const shown = laidOut ?? cells;
  const zoomBy = (by: number) => setZoom((now) => Math.min(bounds.most, Math.max(bounds.least, now + by)));
  const layOut = async () => {
    const fetched = await attempt(() => import('#web/lib/diagram-layout.ts'), { failed: texts.layoutFailed });
    if (!fetched) return;
    const { layout } = fetched;
    const places = layout(cells);
    setLaidOut(cells.map((cell) => ({ ...cell, ...(places.has(cell.id) ? { position: places.get(cell.id) } : {}) })));
  };
  return (
    <div className="panel">
      <div className="toolbar">
        <StrategySelect form={form} onChanged={() => setLaidOut(null)} />
        <span className="quiet">
          {countOf(value.projects.length, 'project')} in {countOf(value.depth, 'tier')}
        </span>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => saveFile(svgOf(shown), `${strategy.name}.svg`)}>
          Download
        </Button>
        <Button icon={<PartitionOutlined aria-hidden />} onClick={() => void layOut()}>
          Auto layout
        </Button>
        <Button aria-label="Zoom in" icon={<ZoomInOutlined aria-hidden />} onClick={() => zoomBy(step)} />
        <Button aria-label="Zoom out" icon={<ZoomOutOutlined aria-hidden />} onClick={() => zoomBy(-step)} />
      </div>
      <LeftOut cells={cells} />
      {problems
        .filter(({ tab }) => tab === 'strategy')
        .map(({ message }) => (
          <Alert key={message} type="error" showIcon title={message} style={{ marginBottom: 12 }} />
        ))}
      <DiagramView name={strategy.name} cells={shown} zoom={zoom} />
    </div>
  );
}

function StrategySelect({ form, onChanged }: { form: WizardForm; onChanged: () => void }) {
  const { value } = form;
  const strategies = useWizards().data?.strategies ?? [];
  // One that was deleted since is still what the wizard is made of.
  const own = strategies.some(({ id }) => id === value.strategy.id) ? [] : [value.strategy];
  const take = async (id: number) => {
    const { id: wizardId, name, campaignName, saveWizard } = value;
    const next = await attempt(() => begin(id, { id: wizardId, name, campaignName }), { failed: texts.initFailed });
    if (!next) return;
    form.change({ ...next, saveWizard });
    form.go({ tier: 1, node: null, set: 0 });
    onChanged();
  };
  return (
    <Select
      aria-label="Diagram"
      style={{ minWidth: 240, maxWidth: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      value={value.strategy.id}
      options={[...own, ...strategies].map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) =>
        askFirst({ title: texts.otherStrategy, okText: 'Continue', danger: true, onOk: () => take(id) })
      }
    />
  );
}

function LeftOut({ cells }: { cells: readonly AnyCell[] }) {
  const { loose, empty } = useMemo(() => nodesOf(cells), [cells]);
  const lines = [
    ...loose.map((box) => `${nameOfBox(box)} does not hang on the Money Site and is left out`),
    ...empty.map((box) => `${nameOfBox(box)} has no checked module: nothing comes of it`),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title="Left out of the campaign"
      description={lines.map((line) => <div key={line}>{line}</div>)}
      style={{ marginBottom: 12 }}
    />
  );
}
