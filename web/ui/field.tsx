import { Form } from 'antd';
import type { ReactNode } from 'react';

interface FieldProps {
  /** Also the id of the control, so that label and messages belong to it. */
  id: string;
  label: ReactNode;
  problem?: string | undefined;
  hint?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Label, control, message: one row of a form whose values its page holds. */
export function Field({ id, label, problem, hint, children, className }: FieldProps) {
  return (
    <Form.Item
      htmlFor={id}
      label={label}
      layout="vertical"
      colon={false}
      {...(className ? { className } : {})}
      {...(problem ? { help: <span role="alert">{problem}</span>, validateStatus: 'error' as const } : {})}
      {...(hint ? { extra: hint } : {})}
    >
      {children}
    </Form.Item>
  );
}
