import { startGoogle } from '#rehearsal/clouds/google.ts';
import { cloudSuite } from '#test/suites/cloud-suite.ts';
import { googleStorage } from './index.ts';

cloudSuite({
  connector: googleStorage,
  against: 'the rehearsal',
  start: async () => {
    const api = await startGoogle();
    return { ...api, address: api.url, key: { credentials: api.credentials, endpoint: api.url } };
  },
});
