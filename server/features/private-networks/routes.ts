import type { FastifyRequest } from 'fastify';
import * as contract from '#domain/contract/private-networks.ts';
import type { App } from '../../app.ts';
import { fileRoute, type Route, route } from '../../calls/route.ts';
import { commit } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { importProfile, importTyped } from './import-sites.ts';
import { deleteNetworkSites, networkLines, networkSites } from './network-sites.ts';
import { createNetwork, deleteNetworks, listNetworks, networkOf, renameNetwork } from './networks.ts';

const isGone = (request: FastifyRequest) => () => request.socket.destroyed;

/** Calls on private networks and their sites. */
export function networkRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.listPrivateNetworks, async () => ({ privateNetworks: await listNetworks(db) })),
    route(contract.createPrivateNetwork, async ({ body }) => ({
      privateNetwork: await commit(app, (tx, note) => createNetwork(tx, note, body.name)),
    })),
    route(contract.renamePrivateNetwork, async ({ body }) => ({
      privateNetwork: await commit(app, (tx, note) => renameNetwork(tx, note, body.id, body.name)),
    })),
    route(contract.deletePrivateNetworks, async ({ body }) => ({
      ids: await commit(app, (tx, note) => deleteNetworks(tx, note, body.ids)),
    })),
    route(contract.getPrivateNetwork, async ({ params: { id }, user }) => ({
      privateNetwork: await networkOf(db, id),
      sites: networkSites(db, id, app.secrets, (count) =>
        noteSecrets(app, user, `sites of private network ${id}, shown`, count),
      ),
    })),
    route(contract.deletePrivateSites, async ({ params: { id }, body }) => ({
      ids: await commit(app, (tx, note) => deleteNetworkSites(tx, note, { id, keys: body.ids })),
    })),
    route(contract.uploadPrivateSites, async ({ params: { id }, body, user, request }) => {
      const answer = await importTyped(app, { ...body, id, isCalledOff: isGone(request) });
      noteSecrets(app, user, `sites of private network ${id}, imported`, answer.sites.length);
      return answer;
    }),
    route(contract.importPrivateSites, async ({ params: { id }, body, user, request }) => {
      const answer = await importProfile(app, { ...body, id, isCalledOff: isGone(request) });
      const count = answer.sites.length + answer.errorList.length;
      noteSecrets(app, user, `accounts of profile ${body.profileId}, taken into private network ${id}`, count);
      return answer;
    }),
    fileRoute(contract.exportPrivateSites, async ({ params: { id }, user }) => {
      const { name } = await networkOf(db, id);
      const told = (count: number) => noteSecrets(app, user, `sites of private network ${id}, exported`, count);
      const content = networkLines(networkSites(db, id, app.secrets, told));
      return { name: `${name}.txt`, type: 'text/plain; charset=utf-8', content };
    }),
  ];
}
