import * as contract from '#domain/contract/private-networks.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { createNetwork, deleteNetworks, getNetwork, listNetworks, uploadSites } from './networks.ts';

/** Calls on private networks and their sites. */
export function networkRoutes(app: App): Route[] {
  return [
    route(contract.listPrivateNetworks, async () => ({ privateNetworks: await listNetworks(app.store.db) })),
    route(contract.createPrivateNetwork, async ({ body }) => ({
      privateNetwork: await commit(app, (tx, note) => createNetwork(tx, note, body.name)),
    })),
    route(contract.deletePrivateNetworks, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteNetworks(tx, note, body.ids)),
    })),
    route(contract.getPrivateNetwork, async ({ params: { id }, user }) => {
      const network = await getNetwork(app.store.db, id, app.secrets);
      noteSecrets(app, user, `sites of private network ${id}, shown`, network.sites.length);
      return network;
    }),
    route(contract.uploadPrivateSites, ({ params: { id }, body }) =>
      commit(app, (tx, note) => uploadSites(tx, note, { ...body, id }, app.secrets)),
    ),
  ];
}
