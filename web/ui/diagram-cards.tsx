import { useState } from 'react';
import type { Strategy } from '#domain/contract/strategies.ts';
import { countOf } from '#web/lib/plural.ts';
import { DiagramPicture } from './diagram-picture.tsx';
import { EmptyState } from './empty-state.tsx';
import { SearchBox } from './search-box.tsx';
import './diagram-cards.css';

type Card = Pick<Strategy, 'id' | 'name' | 'description' | 'img'>;

interface DiagramCardsProps {
  /** Handed over by the form. */
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
  strategies: readonly Card[];
}

/** More cards than can be overlooked: these are searched. */
const fewCards = 8;
/** Most pictures that are drawn at once. */
const mostCards = 60;

/** Diagrams to choose one of, each with its picture. */
export function DiagramCards({ id, value, onChange, strategies }: DiagramCardsProps) {
  const [search, setSearch] = useState('');
  if (strategies.length === 0)
    return <EmptyState title="No diagrams yet">Make one under Diagrams, then choose it here.</EmptyState>;
  const fitting = found(strategies, search);
  // What was chosen stays in sight.
  const first = new Set(fitting.slice(0, mostCards));
  const shown = strategies.filter((card) => first.has(card) || card.id === value);
  return (
    <>
      {strategies.length > fewCards && (
        <div className="diagram-cards-search">
          <SearchBox label="Search diagrams" initial={search} onSearch={setSearch} />
          <span role="status" className="quiet">
            {first.size < fitting.length
              ? `${first.size} of ${countOf(fitting.length, 'diagram')} are shown: search for the others`
              : countOf(fitting.length, 'diagram')}
          </span>
        </div>
      )}
      <div role="radiogroup" aria-label="Diagram" id={id} className="diagram-cards">
        {shown.map(({ id: own, name, description, img }) => (
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
    </>
  );
}

/** Those whose name or description holds all words that are searched for. */
function found(cards: readonly Card[], search: string): readonly Card[] {
  const words = search.toLowerCase().split(/\s+/);
  return cards.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
