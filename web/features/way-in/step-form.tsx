import { Alert, Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useSubmit } from '#web/ui/use-submit.ts';
import { worded } from '#web/ui/worded.tsx';

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
  const [refused, setRefused] = useState<string | null>(null);
  const { isPending, formProps } = useSubmit({
    ...props,
    onSubmit: (value) => {
      setRefused(null);
      return props.onSubmit(value);
    },
    onFailed: setRefused,
  });
  return (
    <Form name="way-in" initialValues={props.initial} {...formProps}>
      {props.children}
      {refused && <Alert type="error" showIcon role="alert" title={worded(refused)} className="way-refused" />}
      <Button type="primary" htmlType="submit" loading={isPending}>
        {props.okText}
      </Button>
    </Form>
  );
}
