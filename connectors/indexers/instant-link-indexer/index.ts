import { apikeyCmd } from '#connectors/kit/indexing/apikey-cmd.ts';

/** InstantLinkIndexer (instantlinkindexer.com/apidocs.php). */
export const instantLinkIndexer = apikeyCmd({
  id: 'instantLinkIndexer',
  label: 'Instant Link Indexer',
  address: 'http://www.instantlinkindexer.com/api.php',
  page: 'https://www.instantlinkindexer.com/apidocs.php',
  dripDays: { min: 2, max: 30 },
});
