/** What we use of Google's script (https://developers.google.com/recaptcha/docs/display, .../invisible). */
export interface Recaptcha {
  ready(done: () => void): void;
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      size: 'normal' | 'invisible';
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): number;
  execute(widget: number): void;
  reset(widget: number): void;
}

const source = 'https://www.google.com/recaptcha/api.js?render=explicit';
let loading: Promise<Recaptcha> | undefined;

/** Loads Google's script, once, when a captcha of theirs is first shown; a failed load may be tried again. */
export function loadRecaptcha(): Promise<Recaptcha> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.async = true;
    script.onerror = () => {
      script.remove();
      reject(new Error('The captcha could not be loaded'));
    };
    script.onload = () => {
      const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha };
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('The captcha could not be loaded'));
    };
    document.head.append(script);
  });
}
