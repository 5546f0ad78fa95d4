import * as contract from '#domain/contract/private-networks.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { createNetwork, deleteNetworks, getNetwork, listNetworks, uploadSites } from './networks.ts';

export function networkRoutes(app: App): Route[] {
  return [
    route(contract.listPrivateNetworks, async () => ({ privateNetworks: await listNetworks(app.store.db) })),
    route(contract.createPrivateNetwork, async ({ body }) => ({ privateNetwork: await createNetwork(app, body.name) })),
    route(contract.deletePrivateNetworks, async ({ body }) => ({ ids: await deleteNetworks(app, body.ids) })),
    route(contract.getPrivateNetwork, async ({ params: { id }, user }) => {
      const network = await getNetwork(app, id);
      noteSecrets(app, user, `sites of private network ${id}, shown`, network.sites.length);
      return network;
    }),
    route(contract.uploadPrivateSites, ({ params: { id }, body }) =>
      uploadSites(app, id, body.siteList, body.selfHosted),
    ),
  ];
}
