import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Strategy } from '#domain/contract/strategies.ts';
import { type Diagram, diagramText } from '#domain/rules/diagrams/cells.ts';
import { CallFailed, Stale } from '#web/lib/failure.ts';
import { askGone, askStale, attempt, toast } from '#web/lib/notices.ts';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { Drawing } from '../designer/drawing.ts';
import { designerTexts } from '../designer/texts.ts';
import { createDrawn, saveDrawn } from '../queries.ts';
import { texts } from '../texts.ts';
import { type ReadStrategy, readStored } from './stored.ts';

/** What was stored when it was last read or saved here. */
interface Saved extends Diagram {
  description: string;
  edition: number;
}

const savedOf = ({ strategy: { description, edition }, ...drawn }: ReadStrategy): Saved => ({
  ...drawn,
  description,
  edition,
});

/** A diagram that is drawn and described, until it is saved; `onAnew` goes to the new one that it was saved as. */
export function useSaving({ strategy, cells, beside }: ReadStrategy, onAnew: (id: number) => void) {
  const [saved, setSaved] = useState<Saved>(() => savedOf({ strategy, cells, beside }));
  const [description, setDescription] = useState(strategy.description);
  const [drawing, setDrawing] = useState(() => new Drawing(cells, strategy.type === 'BUILTIN'));
  const [isSaving, setIsSaving] = useState(false);
  const [newId, setNewId] = useState<number | null>(null);
  const drawn = useSyncExternalStore(drawing.subscribe, () => drawing.get().cells);
  const isDirty = drawn !== saved.cells || description !== saved.description;
  useLeaveGuard(isDirty && newId === null);
  useEffect(() => {
    // After the guard has let go, so that the change of address is no leaving.
    if (newId !== null) onAnew(newId);
  }, [newId, onAnew]);
  const show = (stored: ReadStrategy) => {
    setSaved(savedOf(stored));
    setDescription(stored.strategy.description);
    setDrawing(new Drawing(stored.cells, stored.strategy.type === 'BUILTIN'));
  };
  // What another window saved is shown where nothing would be lost by it.
  if (strategy.edition > saved.edition && !isDirty && !isSaving) show({ strategy, cells, beside });
  const written = () => ({ description, strategy: diagramText({ cells: drawing.get().cells, beside: saved.beside }) });
  const saveAnew = async () => {
    const id = await attempt(() => createDrawn(strategy.name, written()), { failed: texts.saveFailed });
    if (id !== undefined) setNewId(id);
  };
  const save = async (isOver = false): Promise<void> => {
    const kept = drawing.get().cells;
    drawing.endStep();
    setIsSaving(true);
    const asked = {
      onOver: () => save(true),
      onAnew: saveAnew,
      onReload: (found: Strategy) => {
        const stored = readStored(found);
        if ('cells' in stored) show(stored);
      },
    };
    const edition = isOver ? undefined : saved.edition;
    const work = () => saveOrAsk(strategy.id, { ...written(), edition }, asked);
    const stored = await attempt(work, { failed: texts.saveFailed });
    setIsSaving(false);
    if (!stored) return;
    setSaved({ ...saved, cells: kept, description, edition: stored.edition });
    toast.success(texts.saved);
  };
  return { drawing, description, setDescription, isDirty, isSaving, save, saveAnew };
}

interface Asked {
  onOver: () => unknown;
  onAnew: () => unknown;
  onReload: (stored: Strategy) => void;
}

/** Saves, or asks what becomes of it where another window saved or deleted the diagram meanwhile: null until it is answered. */
async function saveOrAsk(id: number, body: Parameters<typeof saveDrawn>[1], { onOver, onAnew, onReload }: Asked) {
  try {
    return await saveDrawn(id, body);
  } catch (error) {
    if (error instanceof Stale) askStale(error.message, { onOver, onReload: () => onReload(error.stored as Strategy) });
    else if (error instanceof CallFailed && error.status === 404)
      askGone(designerTexts.gone, designerTexts.saveAnew, onAnew);
    else throw error;
    return null;
  }
}
