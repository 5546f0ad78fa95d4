import { useQuery } from '@tanstack/react-query';
import { type ConnectorInfo, type Family, listConnectors } from '#domain/contract/connectors.ts';
import { send } from './call.ts';

/** The connectors of one family, as they say of themselves; the catalogue stays the same while the server runs. */
export function useConnectors(family: Family): ConnectorInfo[] | undefined {
  const { data } = useQuery({
    queryKey: ['connectors'],
    queryFn: ({ signal }) => send(listConnectors, { signal }),
    staleTime: 600_000,
  });
  return data?.connectors.filter((connector) => connector.family === family);
}
