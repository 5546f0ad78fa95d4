import { expect, it } from 'vitest';
import { startAzure } from '#rehearsal/clouds/azure.ts';
import { cloudSuite } from '#test/suites/cloud-suite.ts';
import { azureBlob } from './index.ts';

cloudSuite({
  connector: azureBlob,
  against: 'the rehearsal',
  start: async () => {
    const api = await startAzure();
    return { ...api, address: api.url, key: { connectionString: api.connectionString } };
  },
});

const named = 'DefaultEndpointsProtocol=https;AccountName=garden;AccountKey=a2V5;EndpointSuffix=core.windows.net';
it.each([
  [{ connectionString: named }, 'https://garden.blob.core.windows.net', '/%24web/b/a.html', false],
  [
    { connectionString: named, webAddress: 'https://garden.z6.web.core.windows.net/' },
    'https://garden.blob.core.windows.net',
    'https://garden.z6.web.core.windows.net/b/a.html',
    true,
  ],
  [
    { connectionString: 'BlobEndpoint=https://blobs.example/garden/;SharedAccessSignature=sv=1&sig=a%3D' },
    'https://blobs.example/garden',
    '/%24web/b/a.html',
    false,
  ],
] as const)('knows its addresses with %j', (key, address, url, servesIndex) => {
  expect(azureBlob.addressOf(key)).toBe(address);
  const shown = azureBlob.publicUrl({ address, key, bucket: 'b' }, 'a.html');
  expect(shown).toBe(url.startsWith('/') ? address + url.replace('%24', '$') : url);
  expect(azureBlob.servesIndex(key)).toBe(servesIndex);
});
