import { Alert, Button } from 'antd';
import { texts } from './texts.ts';
import type { SpunFields } from './use-spin.ts';

/** What a spin or a download put in place of what was there. */
export interface Replaced {
  said: string;
  before: SpunFields;
}

interface ReplacedNoticeProps {
  isSpinning: boolean;
  onCancel: () => void;
  last: Replaced | undefined;
  onUndo: (last: Replaced) => void;
}

/** Says that the article is being spun, which can be called off, or that title and body were replaced, and takes it back. */
export function ReplacedNotice({ isSpinning, onCancel, last, onUndo }: ReplacedNoticeProps) {
  const button = isSpinning ? (
    <Button size="small" onClick={onCancel}>
      {texts.cancelSpin}
    </Button>
  ) : (
    last && (
      <Button size="small" onClick={() => onUndo(last)}>
        {texts.undo}
      </Button>
    )
  );
  const said = isSpinning ? texts.spinning : last?.said;
  return (
    <div role="status">
      {said !== undefined && (
        <Alert
          type={isSpinning ? 'info' : 'success'}
          showIcon
          title={said}
          action={button}
          style={{ marginBottom: 16 }}
        />
      )}
    </div>
  );
}
