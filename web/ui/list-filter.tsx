import { ChoiceFilter } from './filter-fields.tsx';
import { SearchBox } from './search-box.tsx';

interface ListFilterProps {
  noun: string;
  search: string;
  onSearch: (text: string) => void;
  /** Compact selects: what each narrows the list to. '' stands for all. */
  filters: {
    label: string;
    value: string;
    options: readonly { value: string; label: string }[];
    onChange: (value: string) => void;
  }[];
  shown: number;
  total: number;
}

/** Search and filters above a list, with how many rows they leave. */
export function ListFilter({ noun, search, onSearch, filters, shown, total }: ListFilterProps) {
  return (
    <>
      <SearchBox label={`Search ${noun}`} initial={search} width={220} onSearch={onSearch} />
      {filters.map((filter) => (
        <ChoiceFilter key={filter.label} {...filter} />
      ))}
      {shown !== total && (
        <span className="quiet" role="status">
          {shown.toLocaleString()} of {total.toLocaleString()} {noun}
        </span>
      )}
    </>
  );
}
