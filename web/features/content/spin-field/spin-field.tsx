import { Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { SpinProblem } from '#domain/rules/spin-braces.ts';
import { problemsIn } from './marks-field.ts';
import { ProblemList } from './problem-list.tsx';
import { replaceAll, spinSetup } from './setup.ts';
import './spin-field.css';

// What is wrong is said in words once the typing rests.
const restMs = 150;

/** What is written at a moment. */
export interface Written {
  text: string;
  doc: Text;
}

/** What the page asks of a field that holds its text itself. */
export interface SpinFieldHandle {
  written(): Written;
  /** Puts another text there, as one step for Undo. */
  replace(text: string): void;
  /** Takes this as what is saved. */
  keep(written: Written): void;
}

interface SpinFieldProps {
  ref: Ref<SpinFieldHandle>;
  id: string;
  label: string;
  initial: string;
  placeholder: string;
  isOneLine?: boolean;
  isReadOnly: boolean;
  /** Why it is refused, which stands at `{id}-problem`. */
  problem: string | undefined;
  onDirty: (isDirty: boolean) => void;
  /** After every change; the text is put together only when asked for. */
  onWritten: (text: () => string) => void;
}

/** A text with spin syntax: coloured by depth, with what is broken marked and told under it. */
export function SpinField({ ref, ...props }: SpinFieldProps) {
  const { id, label, isOneLine = false, isReadOnly, problem } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [field, setField] = useState<OpenField | null>(null);
  const [broken, setBroken] = useState<SpinProblem[]>([]);
  useEffect(() => {
    if (!host.current) return;
    const opened = openField(host.current, latest, setBroken);
    setField(opened);
    const name = document.querySelector(`label[for="${latest.current.id}"]`);
    const focus = () => opened.view.focus();
    name?.addEventListener('click', focus);
    return () => {
      name?.removeEventListener('click', focus);
      opened.close();
    };
  }, []);
  useImperativeHandle(ref, () => ({
    written: () => field?.written() ?? { text: latest.current.initial, doc: EditorState.create().doc },
    replace: (text) => field && replaceAll(field.view, text),
    keep: (written) => field?.keep(written),
  }));
  const isBroken = broken.length > 0;
  // With what the page draws, not after it: a key that is pressed as soon as a spin is told must not be lost.
  useLayoutEffect(() => {
    if (!field) return;
    const described = [problem !== undefined && `${id}-problem`, isBroken && `${id}-syntax`].filter(Boolean).join(' ');
    field.describe(isReadOnly, {
      id,
      'aria-label': label,
      spellcheck: 'true',
      // So that all see that the keyboard reaches what scrolls.
      tabindex: '0',
      ...(described ? { 'aria-describedby': described } : {}),
      ...(problem !== undefined || isBroken ? { 'aria-invalid': 'true' } : {}),
      ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
    });
  }, [field, id, label, isReadOnly, problem, isBroken]);
  const kind = isOneLine ? 'spin-field-line' : 'spin-field-text';
  const state = problem === undefined ? '' : ' spin-field-refused';
  return (
    <>
      <div ref={host} className={`spin-field ${kind}${state}${isReadOnly ? ' spin-field-still' : ''}`} />
      <ProblemList id={`${id}-syntax`} problems={broken} view={field?.view ?? null} />
    </>
  );
}

interface OpenField {
  view: EditorView;
  written(): Written;
  keep(written: Written): void;
  describe(isReadOnly: boolean, attributes: Record<string, string>): void;
  close(): void;
}

type Latest = { readonly current: Omit<SpinFieldProps, 'ref'> };

function openField(parent: HTMLElement, latest: Latest, onBroken: (all: SpinProblem[]) => void): OpenField {
  const { initial, isOneLine = false, placeholder } = latest.current;
  const described = new Compartment();
  let resting: ReturnType<typeof setTimeout> | undefined;
  const judge = () => onBroken(problemsIn(view.state));
  const view = new EditorView({
    parent,
    doc: isOneLine ? initial.replace(/\r\n?|\n/g, ' ') : initial,
    extensions: [
      spinSetup({ isOneLine, placeholder }),
      described.of([]),
      EditorView.updateListener.of(({ docChanged }) => {
        if (!docChanged) return;
        latest.current.onDirty(!view.state.doc.eq(saved.doc));
        latest.current.onWritten(() => written().text);
        clearTimeout(resting);
        resting = setTimeout(judge, restMs);
      }),
    ],
  });
  // What came with other line ends goes back with them as long as nothing is changed.
  let saved: Written = { text: initial, doc: view.state.doc };
  const written = (): Written => {
    const { doc } = view.state;
    return doc.eq(saved.doc) ? saved : { text: doc.toString(), doc };
  };
  judge();
  latest.current.onWritten(() => written().text);
  return {
    view,
    written,
    keep: (kept) => {
      saved = kept;
      latest.current.onDirty(!view.state.doc.eq(kept.doc));
    },
    describe: (isReadOnly, attributes) =>
      view.dispatch({
        effects: described.reconfigure([
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of(attributes),
        ]),
      }),
    close: () => {
      clearTimeout(resting);
      view.destroy();
    },
  };
}
