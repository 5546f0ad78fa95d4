import { Select } from 'antd';
import './search-box.css';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A compact select that narrows a list; '' stands for all. */
export function ChoiceFilter({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      style={{ width: 152 }}
      options={[{ value: '', label: `${label}: all` }, ...options]}
      onChange={onChange}
    />
  );
}

interface DayProps {
  /** 'From' */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A day that bounds a list; '' for none. The browser's own field. */
export function DayFilter({ label, value, onChange }: DayProps) {
  return (
    <label className="search-box day-filter">
      {label}
      <input type="date" max="9999-12-31" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
