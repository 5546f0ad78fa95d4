import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { Refusal } from '#web/lib/failure.ts';
import { worded } from './worded.tsx';

/** An antd form whose rules are a zod schema of the contract. */
export interface ZodForm<T> {
  form: FormInstance;
  /** Shows every broken rule at its field and goes to the first one; the checked value, or null when a rule is broken. */
  check: () => T | null;
  /** Put on the form: after a failed check the messages follow the typing. */
  onValuesChange: () => void;
  /** Shows a refusal at the field it names; false when that field is not on this form. */
  showRefusal: (error: unknown) => boolean;
}

/** Connects a zod schema with an antd form. */
export function useZodForm<S extends z.ZodType>(schema: S): ZodForm<z.output<S>> {
  const [form] = Form.useForm();
  const [hasFailed, setHasFailed] = useState(false);
  const look = () => {
    const result = schema.safeParse(form.getFieldsValue(true));
    showIssues(form, result.error?.issues ?? []);
    setHasFailed(!result.success);
    return result;
  };
  const check = () => {
    const result = look();
    const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
    if (!result.success && first) form.focusField(first.name);
    return result.success ? result.data : null;
  };
  const showRefusal = (error: unknown) => showRefusalAt(form, error);
  return { form, check, showRefusal, onValuesChange: () => hasFailed && look() };
}

/** Shows a refusal at the field it names; false when that field is not on this form. */
export function showRefusalAt(form: FormInstance, error: unknown): boolean {
  if (!(error instanceof Refusal) || !error.field || !form.getFieldInstance(error.field)) return false;
  form.setFields([{ name: error.field, errors: [shownError(error.message)] }]);
  form.focusField(error.field);
  return true;
}

/** A message as all others are shown; the form draws parts too, though its type says text. */
const shownError = (message: string) => worded(message) as string;

/** Shows each broken rule at its field, the first of each. */
export function showIssues(form: FormInstance, issues: z.core.$ZodIssue[]): void {
  const byField = new Map<string, string>();
  for (const issue of issues) {
    const name = issue.path.map(String).join('.');
    if (!byField.has(name)) byField.set(name, issue.message);
  }
  form.setFields(
    form.getFieldsError().map(({ name }) => {
      const message = byField.get(name.map(String).join('.'));
      return { name, errors: message ? [shownError(message)] : [] };
    }),
  );
}
