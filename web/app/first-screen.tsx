import { CampaignsPage } from '#web/features/campaigns/campaigns-page.tsx';
import { fetchedPart } from '#web/ui/fetched-part.tsx';

const WayIn = fetchedPart(async () => (await import('#web/features/way-in/way-in.tsx')).WayIn);

/** What stands first after the sign-in: the way in while there is one to go, and the campaigns. */
export function FirstScreen() {
  return <CampaignsPage lead={<WayIn />} />;
}
