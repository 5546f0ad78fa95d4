import { Form } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { worded } from './worded.tsx';

interface FieldProps {
  /** Also the id of the control, so that label and messages belong to it. */
  id: string;
  label: ReactNode;
  problem?: string | undefined;
  hint?: ReactNode;
  children: ReactNode;
  className?: string;
  /** The control says itself that it is wrong, with `{id}-problem` as the reason. */
  marksItself?: boolean;
}

/** Label, control, message: one row of a form whose values its page holds. */
export function Field({ id, label, problem, hint, children, className, marksItself }: FieldProps) {
  const problemId = `${id}-problem`;
  useMarkedInvalid(id, problem === undefined || marksItself ? null : problemId);
  return (
    <Form.Item
      htmlFor={id}
      label={label}
      layout="vertical"
      colon={false}
      {...(className ? { className } : {})}
      {...(problem
        ? {
            help: (
              <span id={problemId} role="alert">
                {worded(problem)}
              </span>
            ),
            validateStatus: 'error' as const,
          }
        : {})}
      {...(hint ? { extra: hint } : {})}
    >
      {children}
    </Form.Item>
  );
}

/** Says on the control itself that it is wrong and why: the parts of antd hand such words on each in its own way, or not. */
function useMarkedInvalid(id: string, problemId: string | null): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (!control || problemId === null) return;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', problemId);
    return () => {
      control.removeAttribute('aria-invalid');
      control.removeAttribute('aria-describedby');
    };
  }, [id, problemId]);
}
