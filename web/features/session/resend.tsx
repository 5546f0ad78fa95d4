import { Button } from 'antd';
import { useEffect, useState } from 'react';

/** Seconds before a picture may be asked for again (D-AUTH-07). */
const waitSeconds = 59;

/** Says that no picture came; the button counts down before it can be used. */
export function Resend({ loading, onResend }: { loading: boolean; onResend: () => void }) {
  const left = useCountdown(waitSeconds);
  return (
    <div className="slider-missing">
      <p role="status">The picture could not be loaded.</p>
      <Button disabled={left > 0} loading={loading} onClick={onResend}>
        {left > 0 ? `Resend (${left} s)` : 'Resend'}
      </Button>
    </div>
  );
}

/** Seconds that are left, from the first drawing on. */
function useCountdown(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * 1_000);
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((end - now) / 1_000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
