import { Button } from 'antd';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { themeMode } from '#web/lib/local-memory.ts';
import { type CaptchaHandle, CaptchaProblem, type CaptchaProps } from './captcha-handle.ts';
import { loadRecaptcha, type Recaptcha } from './google-script.ts';

/** Longest wait for the invisible kind (1-core section 8). */
const invisibleMs = 60_000;

interface GoogleCaptchaProps extends CaptchaProps {
  kind: 'v2' | 'invisible';
  siteKey: string;
}

/** Google's captcha, as a box or invisible. */
export function GoogleCaptcha({ ref, kind, siteKey }: GoogleCaptchaProps) {
  const [round, setRound] = useState(0);
  const [isMissing, setIsMissing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<Widget>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further round loads again what did not come
  useEffect(() => {
    const shown = new Widget(kind, siteKey);
    widget.current = shown;
    setIsMissing(false);
    place.current?.append(shown.element);
    shown.start().catch(() => {
      shown.giveUp();
      setIsMissing(true);
    });
    return () => shown.element.remove();
  }, [kind, siteKey, round]);
  useImperativeHandle(
    ref,
    (): CaptchaHandle => ({
      answer: () => widget.current?.answer() ?? Promise.reject(new CaptchaProblem()),
      renew: () => widget.current?.renew(),
    }),
    [],
  );
  return (
    <div className="google-captcha">
      <div ref={place} />
      {isMissing && (
        <div className="slider-missing">
          <p role="status">The captcha could not be loaded.</p>
          <Button onClick={() => setRound(round + 1)}>Try again</Button>
        </div>
      )}
    </div>
  );
}

/** One widget of Google's script: its token, and who waits for it. */
class Widget {
  readonly element = document.createElement('div');
  readonly #kind: 'v2' | 'invisible';
  readonly #siteKey: string;
  #shown: { recaptcha: Recaptcha; id: number } | undefined;
  #isLost = false;
  #token = '';
  #onToken: ((token: string) => void) | undefined;

  constructor(kind: 'v2' | 'invisible', siteKey: string) {
    this.#kind = kind;
    this.#siteKey = siteKey;
  }

  async start(): Promise<void> {
    const recaptcha = await loadRecaptcha();
    // Taken away while the script was loading.
    if (!this.element.isConnected) return;
    const id = recaptcha.render(this.element, {
      sitekey: this.#siteKey,
      theme: themeMode.get(),
      size: this.#kind === 'v2' ? 'normal' : 'invisible',
      callback: (token) => this.#take(token),
      'expired-callback': () => this.#take(''),
      'error-callback': () => this.#take(''),
    });
    this.#shown = { recaptcha, id };
    // Somebody was faster than the script.
    if (this.#onToken) recaptcha.execute(id);
  }

  /** The script did not come: nobody need wait for it. */
  giveUp(): void {
    this.#isLost = true;
    this.#take('');
  }

  async answer(): Promise<string> {
    if (this.#isLost) throw new CaptchaProblem();
    if (this.#kind === 'v2') {
      if (this.#token === '') throw new CaptchaProblem();
      return this.#token;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#onToken = undefined;
        reject(new CaptchaProblem('Timed out'));
      }, invisibleMs);
      this.#onToken = (token) => {
        clearTimeout(timer);
        this.#onToken = undefined;
        if (token === '') reject(new CaptchaProblem());
        else resolve(token);
      };
      this.#shown?.recaptcha.execute(this.#shown.id);
    });
  }

  renew(): void {
    this.#token = '';
    this.#shown?.recaptcha.reset(this.#shown.id);
  }

  #take(token: string): void {
    this.#token = token;
    this.#onToken?.(token);
  }
}
