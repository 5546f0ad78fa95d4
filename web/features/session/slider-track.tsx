import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { sliderSize } from '#domain/contract/session.ts';

/** Farthest place of the piece, in px of the picture. */
const maxX = sliderSize.width - sliderSize.piece;
/** Steps of the keys, in px of the picture; a gap is hit with 5 px to spare on either side. */
const steps: Record<string, number> = {
  ArrowRight: 2,
  ArrowUp: 2,
  ArrowLeft: -2,
  ArrowDown: -2,
  PageUp: 20,
  PageDown: -20,
  Home: -maxX,
  End: maxX,
};
const within = (x: number) => Math.round(Math.min(maxX, Math.max(0, x)));

interface SliderTrackProps {
  x: number;
  icon: ReactNode;
  disabled: boolean;
  onMove: (x: number) => void;
}

/** The handle below the picture, as wide as the piece and always right under it. */
export function SliderTrack({ x, icon, disabled, onMove }: SliderTrackProps) {
  const grip = useRef<{ pointerX: number; x: number; scale: number } | null>(null);
  const take = (event: PointerEvent<HTMLElement>) => {
    if (disabled || event.button !== 0) return;
    const track = event.currentTarget.parentElement?.getBoundingClientRect().width ?? sliderSize.width;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Small screens draw the picture smaller.
    grip.current = { pointerX: event.clientX, x, scale: sliderSize.width / track };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (grip.current && !disabled)
      onMove(within(grip.current.x + (event.clientX - grip.current.pointerX) * grip.current.scale));
  };
  const release = () => {
    grip.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || disabled) return;
    event.preventDefault();
    onMove(within(x + step));
  };
  return (
    <div className="slider-track">
      {x === 0 && <span aria-hidden="true">Slide to fit</span>}
      <div className="slider-done" style={{ width: `${((x + sliderSize.piece) / sliderSize.width) * 100}%` }} />
      <div
        role="slider"
        tabIndex={0}
        className="slider-handle"
        aria-label="Move the piece into its gap"
        aria-valuemin={0}
        aria-valuemax={maxX}
        aria-valuenow={x}
        aria-valuetext={`${x} of ${maxX} pixels`}
        aria-disabled={disabled}
        style={{ left: `${(x / sliderSize.width) * 100}%` }}
        onPointerDown={take}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={press}
      >
        {icon}
      </div>
    </div>
  );
}
