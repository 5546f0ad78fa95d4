import { Form, Modal } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { failureText, Stale } from '#web/lib/failure.ts';
import { askStale, toast } from '#web/lib/notices.ts';
import { useZodForm } from './zod-form.ts';

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
  /** False keeps the dialog open: what went wrong has been told. A function is done after it, unless the dialog was closed meanwhile. */
  onSubmit: (value: z.output<S>, edition?: number) => Promise<unknown>;
  /** Of something that other windows may edit too: the edition that is shown, and the fields of another one. */
  edited?: { edition: number | undefined; fieldsOf: (stored: never) => Record<string, unknown> } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with one form: Enter submits, Esc closes, focus on the first field, stays open on errors. */
export function FormDialog<S extends z.ZodType>(props: FormDialogProps<S>) {
  const formId = useId();
  const { nth, isLatest } = useOpenings(props.open);
  const [pending, setPending] = useState(0);
  const isPending = pending === nth && nth > 0;
  return (
    <Modal
      open={props.open}
      title={props.title}
      okText={props.okText}
      width={props.width ?? 520}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isPending }}
      onCancel={props.onClose}
      // A click beside it does not throw away what was typed.
      mask={{ closable: false }}
      // Once more after the animation, in case the field could not take the focus before.
      afterOpenChange={(isOpen) => isOpen && focusFirst(formId)}
      destroyOnHidden
    >
      {/* What an answer of the dialog that was closed before brings does not reach into this one. */}
      <DialogForm
        key={nth}
        {...props}
        formId={formId}
        isLatest={() => isLatest(nth)}
        setIsPending={(isOn) => setPending((now) => (isOn ? nth : now === nth ? 0 : now))}
        isPending={isPending}
      />
    </Modal>
  );
}

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
  isPending: boolean;
  /** False once it was closed, or opened again. */
  isLatest: () => boolean;
  setIsPending: (value: boolean) => void;
}

function DialogForm<S extends z.ZodType>(props: InnerProps<S>) {
  const { form, check, onValuesChange, showRefusal } = useZodForm(props.schema);
  useEffect(() => {
    const frame = requestAnimationFrame(() => focusFirst(props.formId));
    return () => cancelAnimationFrame(frame);
  }, [props.formId]);
  const edition = useRef(props.edited?.edition);
  const showStored = (stored: unknown) => {
    edition.current = (stored as { edition?: number }).edition;
    form.setFieldsValue(props.edited?.fieldsOf(stored as never) ?? {});
    focusFirst(props.formId);
  };
  const submit = async (isOver = false) => {
    const value = check();
    if (value === null || props.isPending) return;
    props.setIsPending(true);
    try {
      const result = await props.onSubmit(value, isOver ? undefined : edition.current);
      if (result === false) return;
      if (props.done) toast.success(props.done);
      if (!props.isLatest()) return;
      props.onClose();
      if (typeof result === 'function') await result();
    } catch (error) {
      if (error instanceof Stale)
        askStale(error.message, { onOver: () => submit(true), onReload: () => showStored(error.stored) });
      else if (!showRefusal(error)) toast.error(failureText(error, props.failed));
    } finally {
      props.setIsPending(false);
    }
  };
  return (
    <Form
      id={props.formId}
      // Also the start of its fields' ids: the page behind may have fields of the same names.
      name={props.formId}
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={props.initial}
      onValuesChange={onValuesChange}
      // The native event, since the rules are zod's and not the form's own.
      onSubmitCapture={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
    >
      {props.children}
    </Form>
  );
}
