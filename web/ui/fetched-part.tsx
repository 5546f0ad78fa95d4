import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { toastUnreachable } from '#web/lib/notices.ts';

/** Told where the code of a screen or a part does not come. */
const unreachable = 'The server cannot be reached. Please try again in a moment.';
/** How long a part that cannot be closed waits before it is asked for again. */
const againAfterMs = 2_000;

interface Opened {
  /** Left out by parts that are always shown. */
  open?: boolean;
  onClose?: () => void;
}

/**
 * A dialog or part whose code is no part of the screen's first load: fetched when first opened, drawn from then on. When it
 * does not come, the screen behind it stays as it is and the dialog is closed, to be opened again.
 */
export function fetchedPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P & Opened> {
  let loaded: ComponentType<P> | undefined;
  return function FetchedPart(props: P & Opened) {
    const [Part, setPart] = useState(() => loaded);
    const [nTries, setTries] = useState(0);
    const { open = true } = props;
    const giveUp = useEffectEvent(() => {
      toastUnreachable(unreachable, 5, 'part');
      props.onClose?.();
      return props.onClose ? undefined : setTimeout(() => setTries(nTries + 1), againAfterMs);
    });
    // biome-ignore lint/correctness/useExhaustiveDependencies: each further try is one
    useEffect(() => {
      if (Part || !open) return;
      let isWanted = true;
      let again: ReturnType<typeof setTimeout> | undefined;
      load().then(
        (part) => {
          loaded = part;
          if (isWanted) setPart(() => part);
        },
        () => {
          if (isWanted) again = giveUp();
        },
      );
      return () => {
        isWanted = false;
        clearTimeout(again);
      };
    }, [Part, open, nTries]);
    return Part && <Part {...props} />;
  };
}
