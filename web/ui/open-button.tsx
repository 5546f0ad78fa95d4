import { RightOutlined } from '@ant-design/icons';

/** The same set with one more, or one less where it was in it. */
export const toggled = <T,>(held: ReadonlySet<T>, one: T): ReadonlySet<T> =>
  held.has(one) ? new Set([...held].filter((other) => other !== one)) : new Set([...held, one]);

/** Opens and closes what a row has more to tell. */
export function OpenButton({ name, isOpen, onToggle }: { name: string; isOpen: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      className="list-open"
      aria-expanded={isOpen}
      aria-label={`Details of ${name}`}
      onClick={onToggle}
    >
      <RightOutlined aria-hidden rotate={isOpen ? 90 : 0} />
    </button>
  );
}
