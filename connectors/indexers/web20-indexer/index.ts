import { apikeyCmd } from '#connectors/kit/indexing/apikey-cmd.ts';

/** Web20Indexer (web20indexer.com/api-documentation, which names the commands; its address is not confirmed). */
export const web20Indexer = apikeyCmd({
  id: 'web20Indexer',
  label: 'Web20 Indexer',
  address: 'https://www.web20indexer.com/api.php',
  page: 'https://www.web20indexer.com/api-documentation',
  setup: 'Copy the API key from your account, and compare the address with the documentation: it is not confirmed.',
  dripDays: { min: 2, max: 30 },
});
