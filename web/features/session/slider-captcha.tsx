import { CheckOutlined, CloseOutlined, DoubleRightOutlined, ReloadOutlined } from '@ant-design/icons';
import { useEffect, useImperativeHandle, useState } from 'react';
import { sliderSize } from '#domain/contract/session.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { type CaptchaHandle, CaptchaProblem, type CaptchaProps, type Verdict } from './captcha-handle.ts';
import { Resend } from './resend.tsx';
import { SliderTrack } from './slider-track.tsx';
import { useSliderPicture } from './use-slider-picture.ts';
import './slider-captcha.css';

/** How long the verdict stays before a new picture comes (1-core section 9). */
const verdictMs = 1_000;
const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
const icons = { none: <DoubleRightOutlined />, right: <CheckOutlined />, wrong: <CloseOutlined /> };

/** The built-in captcha: a piece is moved into its gap by pointer or arrow keys. */
export function SliderCaptcha({ ref }: CaptchaProps) {
  const { data, isError, isFetching, refetch } = useSliderPicture();
  const [moved, setMoved] = useState({ id: '', x: 0 });
  const [judged, setJudged] = useState<{ id: string; verdict: Verdict } | null>(null);
  const id = data?.id ?? '';
  // A new picture begins at 0 and without a verdict.
  const x = moved.id === id ? moved.x : 0;
  const verdict = judged?.id === id ? judged.verdict : null;
  useImperativeHandle(
    ref,
    (): CaptchaHandle => ({
      answer: async () => {
        if (x === 0 || isError || verdict) throw new CaptchaProblem();
        return `${id}:${x}`;
      },
      renew: (value) => setJudged({ id, verdict: value }),
    }),
    [id, x, isError, verdict],
  );
  useEffect(() => {
    if (!verdict) return;
    const timer = setTimeout(() => void refetch(), verdictMs);
    return () => clearTimeout(timer);
  }, [verdict, refetch]);
  if (isError && !isFetching) return <Resend loading={isFetching} onResend={() => void refetch()} />;
  return (
    <fieldset className={`slider-captcha is-${verdict ?? 'open'}`}>
      <legend className="visually-hidden">Captcha: move the piece into its gap</legend>
      <div className="slider-picture" aria-busy={!data}>
        {data && (
          <>
            <img src={data.background} alt="" draggable={false} />
            <img
              src={data.piece}
              alt=""
              draggable={false}
              className="slider-piece"
              style={{ left: percent(x, sliderSize.width), top: percent(data.top, sliderSize.height) }}
            />
            <IconButton
              label="New picture"
              icon={<ReloadOutlined />}
              className="slider-renew"
              loading={isFetching}
              onClick={() => void refetch()}
            />
          </>
        )}
      </div>
      <SliderTrack
        x={x}
        icon={icons[verdict ?? 'none']}
        disabled={!data || isError || !!verdict}
        onMove={(to) => setMoved({ id, x: to })}
      />
      <p role="status" className="visually-hidden">
        {verdict === 'wrong' ? 'The piece was not in its gap. A new picture comes.' : ''}
      </p>
    </fieldset>
  );
}
