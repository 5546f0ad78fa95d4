import type { ReactNode } from 'react';
import './filter-buttons.css';

interface FilterButtonsProps<T extends string> {
  /** 'Filter by state' */
  label: string;
  choices: readonly { value: T; face: ReactNode; count: number }[];
  chosen: T | null;
  onChoose: (value: T | null) => void;
}

/** Counts that filter the list below; a second click takes the filter away. */
export function FilterButtons<T extends string>({ label, choices, chosen, onChoose }: FilterButtonsProps<T>) {
  return (
    <fieldset className="filter-buttons">
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, face, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(chosen === value ? null : value)}
        >
          {face} <strong>{count.toLocaleString()}</strong>
        </button>
      ))}
    </fieldset>
  );
}
