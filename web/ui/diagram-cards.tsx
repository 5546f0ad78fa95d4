import type { Strategy } from '#domain/contract/strategies.ts';
import { DiagramPicture } from './diagram-picture.tsx';
import { EmptyState } from './empty-state.tsx';
import './diagram-cards.css';

interface DiagramCardsProps {
  /** Handed over by the form. */
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
  strategies: readonly Pick<Strategy, 'id' | 'name' | 'description' | 'img'>[];
}

/** Diagrams to choose one of, each with its picture. */
export function DiagramCards({ id, value, onChange, strategies }: DiagramCardsProps) {
  if (strategies.length === 0)
    return <EmptyState title="No diagrams yet">Make one under Diagrams, then choose it here.</EmptyState>;
  return (
    <div role="radiogroup" aria-label="Diagram" id={id} className="diagram-cards">
      {strategies.map(({ id: own, name, description, img }) => (
        <label key={own} className="diagram-card" title={description}>
          <DiagramPicture img={img} name={name} className="diagram-card-picture" />
          <input
            type="radio"
            aria-label={name}
            name={`${id}-card`}
            checked={value === own}
            onChange={() => onChange?.(own)}
          />
          <span>{name}</span>
        </label>
      ))}
    </div>
  );
}
