import { useState } from 'react';
import type { z } from 'zod';
import { CallFailed, failureText, Stale } from '#web/lib/failure.ts';
import { useZodForm } from './zod-form.ts';

interface SubmitInput<S extends z.ZodType> {
  schema: S;
  /** Fixed text when the server says nothing of its own. */
  failed: string;
  onSubmit: (value: z.output<S>) => Promise<unknown>;
  /** What failed and belongs to no field of the form. */
  onFailed: (message: string) => void;
  /** Another window changed what is edited meanwhile. */
  onStale?: (stale: Stale, submit: () => Promise<void>) => void;
  /** Another window deleted what is edited meanwhile, or took its name away. */
  onGone?: (submit: () => Promise<void>) => void;
}

/** A form that is checked, then sent once at a time; a refusal lands at its field and nothing typed is lost. */
export function useSubmit<S extends z.ZodType>({
  schema,
  failed,
  onSubmit,
  onFailed,
  onStale,
  onGone,
}: SubmitInput<S>) {
  const { form, check, onValuesChange, showRefusal } = useZodForm(schema);
  const [isPending, setIsPending] = useState(false);
  const submit = async (): Promise<void> => {
    const value = check();
    if (value === null || isPending) return;
    setIsPending(true);
    try {
      await onSubmit(value);
    } catch (error) {
      if (error instanceof Stale && onStale) onStale(error, submit);
      else if (error instanceof CallFailed && error.status === 404 && onGone) onGone(submit);
      else if (!showRefusal(error)) onFailed(failureText(error, failed));
    } finally {
      setIsPending(false);
    }
  };
  return {
    form,
    isPending,
    /** Put on the form; the native event, since the rules are zod's and not the form's own. */
    formProps: {
      form,
      layout: 'vertical' as const,
      requiredMark: false,
      onValuesChange,
      onSubmitCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      },
    },
  };
}
