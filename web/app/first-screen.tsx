import { useState } from 'react';
import { CampaignsPage } from '#web/features/campaigns/campaigns-page.tsx';
import { WayIn } from '#web/features/way-in/way-in.tsx';
import { wayInState } from '#web/lib/local-memory.ts';
import { useValue } from '#web/lib/value-store.ts';

/**
 * What stands first after the sign-in: the way in while there is one to go, and the campaigns. They come together: a list
 * that the steps push down moves from under the pointer.
 */
export function FirstScreen() {
  const isHidden = useValue(wayInState) === 'hidden';
  const [isSettled, setSettled] = useState(isHidden);
  return <CampaignsPage lead={isHidden ? null : <WayIn onSettled={() => setSettled(true)} />} waits={!isSettled} />;
}
