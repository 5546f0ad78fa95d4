import { QuestionCircleOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';

/** A word that would have to be guessed, with a question mark that explains it on hover and focus. */
export function Term({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <span className="term">
      {children}{' '}
      <Tooltip title={hint} trigger={['hover', 'focus']}>
        <QuestionCircleOutlined role="img" aria-label={hint} tabIndex={0} className="quiet" />
      </Tooltip>
    </span>
  );
}
