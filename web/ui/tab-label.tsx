import './fields.css';

/** Name of a tab, with a mark where something in it is wrong. */
export function TabLabel({ label, hasProblem }: { label: string; hasProblem: boolean }) {
  return (
    <span>
      {label}
      {hasProblem && (
        <span className="tab-problem">
          <span className="visually-hidden"> has errors</span>
        </span>
      )}
    </span>
  );
}
