import { Alert, Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { failureText } from '#web/lib/failure.ts';
import { useZodForm } from '#web/ui/zod-form.ts';

interface StepFormProps<S extends z.ZodType> {
  schema: S;
  initial: Record<string, unknown>;
  okText: string;
  /** Fixed text when the server says nothing of its own. */
  failed: string;
  onSubmit: (value: z.output<S>) => Promise<unknown>;
  children: ReactNode;
}

/** The form of one step: what fails is told at its field or above the button, and nothing typed is lost. */
export function StepForm<S extends z.ZodType>(props: StepFormProps<S>) {
  const { form, check, onValuesChange, showRefusal } = useZodForm(props.schema);
  const [isPending, setIsPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const submit = async () => {
    const value = check();
    if (value === null || isPending) return;
    setIsPending(true);
    setRefused(null);
    try {
      await props.onSubmit(value);
    } catch (error) {
      if (!showRefusal(error)) setRefused(failureText(error, props.failed));
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Form
      form={form}
      name="way-in"
      layout="vertical"
      requiredMark={false}
      initialValues={props.initial}
      onValuesChange={onValuesChange}
      onSubmitCapture={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
    >
      {props.children}
      {refused && <Alert type="error" showIcon role="alert" title={refused} className="way-refused" />}
      <Button type="primary" htmlType="submit" loading={isPending}>
        {props.okText}
      </Button>
    </Form>
  );
}
