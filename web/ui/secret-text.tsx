import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

/** A password in a table: masked until asked for (D-GEN-11). */
export function SecretText({ value, owner }: { value: string; owner: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="secret-text">
      <span className="ellipsis">{isShown ? value : '••••••••'}</span>
      <IconButton
        label={`${isShown ? 'Hide' : 'Show'} password of ${owner}`}
        icon={isShown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
        onClick={() => setIsShown(!isShown)}
      />
    </span>
  );
}
