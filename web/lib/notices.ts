import type { ReactNode } from 'react';
import { CallFailed, failureText } from './failure.ts';

/** What the shell hands over so that code outside components can speak to the operator. */
export interface NoticeApi {
  /** Toasts of one key take each other's place. */
  toast(kind: 'success' | 'error' | 'warning' | 'info', text: ReactNode, seconds: number, key?: string): void;
  notify(kind: 'error' | 'warning' | 'info', title: string, description: string, seconds: number): void;
  confirm(question: Question): void;
}

/** A yes-or-no question; `onOk` may be slow, the dialog waits for it and stays open when it throws. */
export interface Question {
  title: string;
  content?: ReactNode;
  okText: string;
  cancelText?: string;
  danger?: boolean;
  /** Yes throws away what was typed: Enter, pressed on the way, keeps it. */
  dropsTyped?: true;
  onOk: () => unknown;
  onCancel?: () => void;
  /** The question is off the page, whatever the answer was: until then it holds the focus. */
  afterClose?: () => void;
  /** A third answer, which ends the question. */
  other?: { text: string; onClick: () => void };
}

let api: NoticeApi | null = null;

/** Called once by the shell. */
export function setNoticeApi(value: NoticeApi): void {
  api = value;
}

/** Short messages at the top; 3 s unless told (D-GEN-17). */
export const toast = {
  success: (text: ReactNode, seconds = 3) => api?.toast('success', text, seconds),
  error: (text: ReactNode, seconds = 3) => api?.toast('error', text, seconds),
  warning: (text: ReactNode, seconds = 3) => api?.toast('warning', text, seconds),
  info: (text: ReactNode, seconds = 3) => api?.toast('info', text, seconds),
};

/** Says that something did not reach the server: while it is down much fails at once, and one word of it is enough. */
export function toastUnreachable(text: string, seconds = 3, what: 'call' | 'part' = 'call'): void {
  api?.toast('error', text, seconds, `unreachable ${what}`);
}

function toastFailure(error: unknown, fixed: string, seconds = 3): void {
  if (error instanceof CallFailed && error.status === 0) toastUnreachable(fixed, seconds);
  else toast.error(failureText(error, fixed), seconds);
}

/** Longer notices in the corner; 5 s unless told. */
export function notify(kind: 'error' | 'warning' | 'info', title: string, description: string, seconds = 5): void {
  api?.notify(kind, title, description, seconds);
}

/** Asks before something that cannot be undone. */
export function askFirst(question: Question): void {
  api?.confirm(question);
}

/** Asks, does it and tells how it went; what fails leaves the question open, to be tried again. */
export function askToDo(question: Omit<Question, 'onOk'>, work: () => Promise<unknown>, texts: ActionTexts): void {
  const onOk = async () => {
    try {
      await work();
    } catch (error) {
      toastFailure(error, texts.failed);
      throw error;
    }
    if (texts.done) toast.success(texts.done);
  };
  askFirst({ ...question, onOk });
}

/**
 * Asks what becomes of a save that would undo another window's: it may go over it, or what was saved there is shown. Without
 * an answer all stays as it was typed.
 */
export function askStale(message: string, { onOver, onReload }: { onOver: () => unknown; onReload: () => void }): void {
  askFirst({
    title: message,
    content: 'Nothing was saved yet. What you typed is still here.',
    okText: 'Save mine over it',
    cancelText: 'Keep editing',
    danger: true,
    dropsTyped: true,
    onOk: onOver,
    other: { text: 'Show what was saved', onClick: onReload },
  });
}

/** Asks what becomes of a save whose thing is no longer there under the name it had: it may be saved as a new one. */
export function askGone(title: string, okText: string, onAnew: () => unknown): void {
  askFirst({
    title,
    content: 'Nothing was saved yet. What you typed is still here.',
    okText,
    cancelText: 'Keep editing',
    onOk: onAnew,
  });
}

/** Says what a deletion did here: another window may have been faster, with some or with all. */
export function tellGone(done: string, asked: number, gone: number): void {
  if (gone === 0) toast.info(`Nothing was deleted here: ${asked === 1 ? 'it was' : 'all were'} deleted already`);
  else if (gone >= asked) toast.success(done);
  else toast.success(`${done}: ${gone.toLocaleString()} of ${asked.toLocaleString()}, the others were deleted already`);
}

/** Texts of one action: `failed` is the fixed text when the server says nothing of its own. */
export interface ActionTexts {
  done?: string;
  failed: string;
}

/** Runs an action and tells how it went; undefined when it failed. */
export async function attempt<T>(work: () => Promise<T>, texts: ActionTexts, seconds = 3): Promise<T | undefined> {
  try {
    const result = await work();
    if (texts.done) toast.success(texts.done, seconds);
    return result;
  } catch (error) {
    toastFailure(error, texts.failed, seconds);
    return undefined;
  }
}
