import { ClearOutlined, MinusSquareOutlined, PlusSquareOutlined } from '@ant-design/icons';
import { InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button.tsx';
import { SearchBox } from '../search-box.tsx';
import type { GridFilter } from './grid-tree.ts';

interface GridFilterBarProps {
  filter: GridFilter;
  onFilter: (next: GridFilter) => void;
  /** What a row is: 'site'. */
  noun: string;
  /** False where rows have no DA and no dofollow. */
  hasRank: boolean;
  onCollapse: () => void;
  onExpand: () => void;
  /** Left out while nothing is filtered. */
  onClear: (() => void) | undefined;
  filters?: ReactNode;
  children?: ReactNode;
}

const dofollowOptions = [
  { value: 'any', label: 'Dofollow: any' },
  { value: 'yes', label: 'Dofollow: Yes' },
  { value: 'no', label: 'Dofollow: No' },
] as const;

/** Search, DA, dofollow, collapse and expand above a grid. */
export function GridFilterBar({
  filter,
  onFilter,
  noun,
  hasRank,
  onCollapse,
  onExpand,
  onClear,
  filters,
  children,
}: GridFilterBarProps) {
  return (
    <div className="toolbar">
      <SearchBox
        label={`Search ${noun}s`}
        initial={filter.text}
        width={200}
        onSearch={(text) => onFilter({ ...filter, text })}
      />
      {hasRank && <RankFilter filter={filter} onFilter={onFilter} />}
      {filters}
      <span className="toolbar-group">
        <IconButton label="Collapse" icon={<MinusSquareOutlined aria-hidden />} onClick={onCollapse} />
        <IconButton label="Expand" icon={<PlusSquareOutlined aria-hidden />} onClick={onExpand} />
        <IconButton
          label="Clear Filter"
          icon={<ClearOutlined aria-hidden />}
          disabled={!onClear}
          onClick={() => onClear?.()}
        />
      </span>
      {children}
    </div>
  );
}

function RankFilter({ filter, onFilter }: Pick<GridFilterBarProps, 'filter' | 'onFilter'>) {
  return (
    <>
      <InputNumber<number>
        aria-label="DA at least"
        prefix="DA ≥"
        min={0}
        max={100}
        style={{ width: 110 }}
        value={filter.minDa}
        onChange={(minDa) => onFilter({ ...filter, minDa })}
      />
      <Select
        aria-label="Dofollow"
        style={{ width: 145 }}
        value={filter.dofollow}
        options={[...dofollowOptions]}
        onChange={(dofollow) => onFilter({ ...filter, dofollow })}
      />
    </>
  );
}
