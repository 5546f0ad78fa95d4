import { anchorTypes, type LinkSetKeywords } from '#domain/contract/links.ts';
import { anchorTexts } from './texts.ts';

/** The mix of anchors as one stacked bar with its legend. */
export function MixBar({ value }: { value: LinkSetKeywords }) {
  const parts = anchorTypes.map((type) => ({ type, percent: value[`${type}Percentage`] }));
  const words = parts
    .filter(({ percent }) => percent > 0)
    .map(({ type, percent }) => `${anchorTexts[type]} ${percent}%`);
  return (
    <>
      <div className="mix-bar" role="img" aria-label={`Mix: ${words.join(', ')}`}>
        {parts.map(({ type, percent }) => (
          <span key={type} className={`mix-${type}`} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <ul className="mix-legend">
        {parts.map(({ type, percent }) => (
          <li key={type}>
            <i className={`mix-${type}`} aria-hidden="true" />
            {anchorTexts[type]} {percent}%
          </li>
        ))}
      </ul>
    </>
  );
}
