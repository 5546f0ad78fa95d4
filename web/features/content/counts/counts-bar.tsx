import { Tooltip } from 'antd';
import { type Ref, useImperativeHandle } from 'react';
import type { SpinCounts } from '#domain/rules/spin-counts.ts';
import { pageContainer } from '#web/ui/page-container.ts';
import { useCounts } from './use-counts.ts';
import { exactVariants, powerOf, shortVariants } from './variants-text.ts';
import './counts.css';

/** Told of each change of the text; it is put together once the typing rests. */
export interface CountsHandle {
  count(text: () => string): void;
}

/** How many texts come of the body, how long they are and how many links they hold. Alone drawn anew by new numbers. */
export function CountsBar({ ref }: { ref: Ref<CountsHandle> }) {
  const { counts, count } = useCounts();
  useImperativeHandle(ref, () => ({ count }), [count]);
  return (
    <div className="spin-counts" id="body-counts">
      {counts && (
        <>
          <Variants counts={counts} />
          <span>{rangeOf(counts.words, 'word')}</span>
          <span>{rangeOf(counts.links, 'link')}</span>
        </>
      )}
    </div>
  );
}

function Variants({ counts: { variants } }: { counts: SpinCounts }) {
  const power = powerOf(variants);
  if (!power) return <span>{shortVariants(variants)}</span>;
  const words = (
    <>
      {power.mantissa} × 10<sup>{power.exponent}</sup> variants
    </>
  );
  return (
    <Tooltip
      title={exactVariants(variants)}
      placement="bottomLeft"
      trigger={['hover', 'focus', 'click']}
      getPopupContainer={pageContainer}
    >
      <button type="button" className="spin-variants">
        {words}
      </button>
    </Tooltip>
  );
}

function rangeOf({ min, max }: { min: number; max: number }, noun: string): string {
  const many = max === 1 ? noun : `${noun}s`;
  return min === max ? `${max.toLocaleString()} ${many}` : `${min.toLocaleString()}–${max.toLocaleString()} ${many}`;
}
