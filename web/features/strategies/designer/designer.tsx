import {
  type CSSProperties,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import type { Module } from '#domain/contract/modules.ts';
import { type DiagramThemeName, diagramThemeNames, diagramThemes } from '#domain/rules/diagrams/drawing/themes.ts';
import { remembered, themeMode } from '#web/lib/local-memory.ts';
import { DiagramCanvas } from '../canvas/diagram-canvas.ts';
import { listenToLinks } from '../canvas/link-tools.ts';
import { listenToPointer } from '../canvas/pointer.ts';
import { DiagramSide } from '../diagram/diagram-side.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { Halo } from '../tools/halo.tsx';
import { Help } from '../tools/help.tsx';
import { Lightbox } from '../tools/lightbox.tsx';
import { Navigator } from '../tools/navigator.tsx';
import { Stencil } from '../tools/stencil.tsx';
import { Toolbar } from '../tools/toolbar.tsx';
import { useClipboard } from './clipboard.ts';
import type { Drawing } from './drawing.ts';
import { onDesignerKey } from './keys.ts';
import { designerTexts as texts } from './texts.ts';
import './fonts.ts';
import './designer.css';

/** Of this person on this browser, no part of a diagram; until one is chosen it goes with the look of the screens. */
const themeStore = remembered<DiagramThemeName | ''>('linkwright.diagramTheme', '');

interface DesignerProps {
  name: string;
  drawing: Drawing;
  premiumModules: ReadonlySet<Module>;
}

/** A canvas in a host of the page, for as long as it is there. */
function useCanvas(drawing: Drawing, theme: DiagramThemeName) {
  const host = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<DiagramCanvas | null>(null);
  const first = useRef(theme);
  useEffect(() => {
    if (!host.current) return;
    const made = new DiagramCanvas(host.current, drawing, first.current);
    listenToPointer(made);
    if (!drawing.isReadOnly) listenToLinks(made);
    setCanvas(made);
    return () => {
      setCanvas(null);
      made.dispose();
    };
  }, [drawing]);
  // When all that stands on the canvas does, before it is painted.
  useLayoutEffect(() => canvas?.fit(), [canvas]);
  useEffect(() => {
    if (first.current !== theme) canvas?.setTheme(theme);
    first.current = theme;
  }, [canvas, theme]);
  return { host, canvas };
}

/** Canvas, stencil, navigator, toolbar, halo, inspector, and what the diagram would make. */
export function Designer({ name, drawing, premiumModules }: DesignerProps) {
  const chosen = useSyncExternalStore(themeStore.subscribe, themeStore.get);
  const mode = useSyncExternalStore(themeMode.subscribe, themeMode.get);
  const theme = diagramThemeNames.find((one) => one === chosen) ?? (mode === 'dark' ? 'dark' : 'modern');
  const state = useSyncExternalStore(drawing.subscribe, drawing.get);
  const [linkFrom, setLinkFrom] = useState<string | null>(null);
  // What was said before a link was begun is not said of it.
  const [saidBefore, setSaidBefore] = useState('');
  const [open, setOpen] = useState<'picture' | 'help' | null>(null);
  const { host, canvas } = useCanvas(drawing, theme);
  const root = useRef<HTMLDivElement>(null);
  useClipboard(host, drawing);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Where the keys are on nothing, as after a save, they are the diagram's too.
    const isOurs = event.target === document.body || root.current?.contains(event.target as Node);
    // Behind another tab it takes none.
    if (canvas && isOurs && open === null && host.current?.checkVisibility())
      onDesignerKey(event, { drawing, canvas, linkFrom, setLinkFrom: beginLink, onName });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const look = diagramThemes[theme];
  const style = { '--dg-sheet': look.sheet, '--dg-grid': look.grid, '--dg-chosen': look.chosen } as CSSProperties;
  const beginLink = (id: string | null) => {
    setLinkFrom(id);
    setSaidBefore(drawing.get().said);
  };
  const onName = () => document.getElementById('box-name')?.focus();
  const choose = (id: string) => {
    drawing.select([id], id);
    canvas?.focus(id);
  };
  const begin = (id: string) => {
    beginLink(id);
    canvas?.focus(id);
  };
  /** The settings of one of several are those of it alone. */
  const openSettings = () => {
    const { active } = drawing.get();
    if (active !== null) flushSync(() => drawing.select([active], active));
    onName();
  };
  return (
    <div ref={root} className={drawing.isReadOnly ? 'designer is-read-only' : 'designer'} style={style}>
      {canvas && (
        <Toolbar
          {...{ drawing, canvas, state, theme }}
          onTheme={(next) => themeStore.set(next)}
          onDownload={() => setOpen('picture')}
          onHelp={() => setOpen('help')}
        />
      )}
      {!drawing.isReadOnly && <Stencil drawing={drawing} canvas={canvas} />}
      <div className="designer-stage">
        <div ref={host} className="designer-canvas" role="application" aria-label="Diagram" tabIndex={-1} />
        {canvas && !drawing.isReadOnly && (
          <Halo {...{ drawing, canvas, state }} onLink={begin} onSettings={openSettings} />
        )}
        {canvas && <Navigator canvas={canvas} cells={state.cells} />}
        {linkFrom !== null && <p className="designer-linking">{texts.chooseTarget(drawing.nameOf(linkFrom))}</p>}
      </div>
      <div className="designer-side">
        {!drawing.isReadOnly && <Inspector drawing={drawing} state={state} />}
        <DiagramSide cells={state.cells} premiumModules={premiumModules} onChoose={choose} />
      </div>
      <p role="status" className="designer-said">
        {linkFrom === null || (state.said !== '' && state.said !== saidBefore)
          ? state.said
          : texts.chooseTarget(drawing.nameOf(linkFrom))}
      </p>
      {open === 'picture' && <Lightbox name={name} cells={state.cells} theme={theme} onClose={() => setOpen(null)} />}
      {open === 'help' && (
        <Help drawing={drawing} theme={theme} onInserted={() => canvas?.fit()} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
