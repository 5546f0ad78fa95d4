import { history, historyKeymap, isolateHistory, standardKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec, Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { colours } from './colours.ts';
import { marksField } from './marks-field.ts';

interface Setup {
  isOneLine: boolean;
  placeholder: string;
}

/** What makes a field of spin syntax. Tab is not taken: it leaves the field. */
export function spinSetup({ isOneLine, placeholder: words }: Setup): Extension {
  return [
    marksField,
    colours,
    history(),
    keymap.of([...standardKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    placeholder(words),
    isOneLine ? oneLine : lineNumbers(),
  ];
}

/** Line breaks that are pasted become spaces, as in an input. */
const oneLine: Extension = [
  Prec.highest(
    keymap.of([
      { key: 'Enter', run: () => true },
      { key: 'Shift-Enter', run: () => true },
    ]),
  ),
  EditorState.transactionFilter.of((transaction) =>
    transaction.docChanged && transaction.newDoc.lines > 1 ? withoutBreaks(transaction) : transaction,
  ),
  EditorView.contentAttributes.of({ 'aria-multiline': 'false' }),
];

function withoutBreaks(transaction: Transaction): TransactionSpec {
  const { changes, selection, scrollIntoView } = transaction;
  const lines: { from: number; to: number; insert: string }[] = [];
  // One sign for one sign, so that places behind it stay as they are.
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) =>
    lines.push({ from, to, insert: inserted.toString().replaceAll('\n', ' ') }),
  );
  const event = transaction.annotation(Transaction.userEvent);
  return {
    changes: lines,
    scrollIntoView,
    ...(selection ? { selection } : {}),
    ...(event ? { userEvent: event } : {}),
  };
}

/** Puts another text in the place of all that is written: one step for Undo. */
export function replaceAll(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.replace',
  });
}
