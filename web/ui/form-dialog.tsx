import { Button, Drawer, Form, Modal } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { askFirst, askGone, askStale, toast } from '#web/lib/notices.ts';
import { useSubmit } from './use-submit.ts';

interface FormDialogProps<S extends z.ZodType> {
  open: boolean;
  title: string;
  okText: string;
  schema: S;
  initial: Record<string, unknown>;
  /** Fixed text when the server says nothing of its own. */
  failed: string;
  done?: string;
  width?: number;
  /** Comes from the top, as high as its form. */
  isDrawer?: true;
  /** False keeps the dialog open: what went wrong has been told. A function is done after it, unless the dialog was closed meanwhile. */
  onSubmit: (value: z.output<S>, edition?: number) => Promise<unknown>;
  /** Of something that other windows may edit too: the edition that is shown, and the fields of another one. */
  edited?: Edited<z.output<S>> | undefined;
  onClose: () => void;
  children: ReactNode;
}

interface Edited<Value> {
  edition: number | undefined;
  fieldsOf: (stored: never) => Record<string, unknown>;
  /** Where it is no longer there: what is said, and how the same is added anew. Its call is quiet on 404. */
  gone?: { title: string; okText: string; onAnew: (value: Value) => Promise<unknown> };
}

/**
 * A dialog with one form: Enter submits, Esc closes (what was typed is asked about first), focus on the first field, stays open
 * on errors.
 */
export function FormDialog<S extends z.ZodType>(props: FormDialogProps<S>) {
  const formId = useId();
  const { nth, isLatest } = useOpenings(props.open);
  const [isPending, setIsPending] = useState(false);
  /** The opening in which something was typed last. */
  const typedIn = useRef(0);
  const onCancel = (event: object) => {
    const isEscape = 'key' in event;
    // What is being saved is not lost.
    if (isEscape && typedIn.current === nth && !isPending) askFirst({ ...discard, onOk: props.onClose });
    else props.onClose();
  };
  // What an answer of the dialog that was closed before brings does not reach into this one.
  const content = (
    <DialogForm
      key={nth}
      {...props}
      formId={formId}
      isLatest={() => isLatest(nth)}
      setIsPending={setIsPending}
      onTyped={() => {
        typedIn.current = nth;
      }}
    />
  );
  if (props.isDrawer)
    return (
      <Drawer
        open={props.open}
        title={props.title}
        placement="top"
        size="min(640px, 100dvh)"
        styles={drawerStyles}
        onClose={onCancel}
        mask={{ closable: false }}
        afterOpenChange={(isOpen) => isOpen && focusFirst(formId)}
        destroyOnHidden
        extra={
          <Button type="primary" htmlType="submit" form={formId} loading={isPending}>
            {props.okText}
          </Button>
        }
      >
        {content}
      </Drawer>
    );
  return (
    <Modal
      open={props.open}
      title={props.title}
      okText={props.okText}
      width={props.width ?? 520}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isPending }}
      onCancel={onCancel}
      // A click beside it does not throw away what was typed.
      mask={{ closable: false }}
      // Once more when it stands, in case the field could not take the focus before.
      afterOpenChange={(isOpen) => isOpen && focusFirst(formId)}
      destroyOnHidden
    >
      {content}
    </Modal>
  );
}

/** A line of fields is no wider than it can be read. */
const drawerStyles = { body: { width: '100%', maxWidth: 720, marginInline: 'auto' } };

/** Escape is hit by mistake more often than Cancel. */
const discard = {
  title: 'Discard what you typed?',
  okText: 'Discard',
  cancelText: 'Keep editing',
  danger: true,
  dropsTyped: true,
} as const;

/** Tells the openings of a dialog apart, from 1. */
function useOpenings(open: boolean) {
  const [seen, setSeen] = useState({ open: false, nth: 0 });
  if (open !== seen.open) setSeen({ open, nth: seen.nth + (open ? 1 : 0) });
  const latest = useRef(seen);
  useEffect(() => {
    latest.current = seen;
  }, [seen]);
  return { nth: seen.nth, isLatest: (nth: number) => latest.current.open && latest.current.nth === nth };
}

/** Puts the cursor into the first field, unless the operator is in a field already. */
function focusFirst(formId: string): void {
  const form = document.getElementById(formId);
  if (!form || (form.contains(document.activeElement) && document.activeElement !== form)) return;
  const first = form.querySelector<HTMLElement>('input:not([disabled]),textarea');
  first?.focus();
  if (first instanceof HTMLInputElement && first.type === 'text') first.select();
}

interface InnerProps<S extends z.ZodType> extends FormDialogProps<S> {
  formId: string;
  /** False once it was closed, or opened again. */
  isLatest: () => boolean;
  setIsPending: (value: boolean) => void;
  onTyped: () => void;
}

/** What the operator said about a save that would undo another window's. */
type Answered = 'over' | 'anew' | null;

function DialogForm<S extends z.ZodType>(props: InnerProps<S>) {
  const edition = useRef(props.edited?.edition);
  const answered = useRef<Answered>(null);
  // An answer counts for the one call it was given for: what fails then, or comes later, is asked about again.
  const once = async (answer: Answered, submit: () => Promise<void>) => {
    answered.current = answer;
    await submit().finally(() => {
      answered.current = null;
    });
  };
  const { form, isPending, formProps } = useSubmit({
    ...props,
    onSubmit: async (value) => {
      const { edited } = props;
      const result =
        answered.current === 'anew' && edited?.gone
          ? await edited.gone.onAnew(value)
          : await props.onSubmit(value, answered.current === 'over' ? undefined : edition.current);
      if (result === false) return;
      if (props.done) toast.success(props.done);
      if (!props.isLatest()) return;
      props.onClose();
      if (typeof result === 'function') await result();
    },
    onFailed: (message) => toast.error(message),
    onStale: ({ message, stored }, submit) =>
      askStale(message, { onOver: () => once('over', submit), onReload: () => showStored(stored) }),
    onGone: (submit) => {
      const gone = props.edited?.gone;
      if (!gone || answered.current === 'anew') toast.error(props.failed);
      else askGone(gone.title, gone.okText, () => once('anew', submit));
    },
  });
  const showStored = (stored: unknown) => {
    edition.current = (stored as { edition?: number }).edition;
    form.setFieldsValue(props.edited?.fieldsOf(stored as never) ?? {});
    focusFirst(props.formId);
  };
  const { setIsPending } = props;
  // The button that sends it stands outside the form.
  useEffect(() => setIsPending(isPending), [isPending, setIsPending]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => focusFirst(props.formId));
    return () => cancelAnimationFrame(frame);
  }, [props.formId]);
  return (
    <Form
      id={props.formId}
      // Also the start of its fields' ids: the page behind may have fields of the same names.
      name={props.formId}
      initialValues={props.initial}
      {...formProps}
      onInput={({ target }) => {
        // What was only chosen is chosen again with one click.
        if (!(target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))) props.onTyped();
      }}
    >
      {props.children}
    </Form>
  );
}
