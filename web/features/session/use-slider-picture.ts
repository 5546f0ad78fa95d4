import { useQuery } from '@tanstack/react-query';
import { loginSlider } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';

/** A picture is answered within 2 minutes or not at all; a new one comes shortly before. */
const freshMs = 110_000;
/** Further loads after a failed one: three in all (1-core section 9). */
const retries = 2;

async function loadPicture(signal: AbortSignal) {
  const picture = await send(loginSlider, { signal, quietOn: [429] });
  // A picture that cannot be drawn counts as one that did not come.
  await Promise.all([picture.background, picture.piece].map(decode));
  return picture;
}

async function decode(source: string): Promise<void> {
  const image = new Image();
  image.src = source;
  await image.decode();
}

/** The present picture of the slider; `refetch` asks for another. */
export function useSliderPicture() {
  return useQuery({
    queryKey: ['login-slider'],
    queryFn: ({ signal }) => loadPicture(signal),
    retry: retries,
    retryDelay: 300,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: (query) => (query.state.status === 'success' ? freshMs : false),
  });
}
