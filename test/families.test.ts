import { startArticleSource } from '#rehearsal/article-source.ts';
import { startCloud } from '#rehearsal/cloud.ts';
import { startMediaSource } from '#rehearsal/media-source.ts';
import { type SpinnerApi, startSpinner } from '#rehearsal/spinner.ts';
import { articles } from './rehearsal-connectors/articles.ts';
import { cloud } from './rehearsal-connectors/cloud.ts';
import { media } from './rehearsal-connectors/media.ts';
import { spinner } from './rehearsal-connectors/spinner.ts';
import { articleSuite } from './suites/article-suite.ts';
import { cloudSuite } from './suites/cloud-suite.ts';
import { mediaSuite } from './suites/media-suite.ts';
import { spinnerSuite } from './suites/spinner-suite.ts';

// The families that have no connector of the product yet: each contract, driven over a real socket.
const against = 'the rehearsal';

let spinning: SpinnerApi;
spinnerSuite({
  connector: spinner,
  against,
  start: async () => {
    spinning = await startSpinner();
    const reset = () => {
      spinning.reset();
      spinning.breaksWords = false;
    };
    return { ...spinning, reset, address: spinning.url, key: { email: spinning.email, apiKey: spinning.key } };
  },
  breakWords: () => {
    spinning.breaksWords = true;
  },
});

articleSuite({
  connector: articles,
  against,
  start: async () => {
    const api = await startArticleSource();
    return { ...api, address: api.url, key: { apiKey: api.key } };
  },
  unknown: 'nothing',
});

cloudSuite({
  connector: cloud,
  against,
  start: async () => {
    const api = await startCloud();
    const key = { bucket: api.bucket, region: 'us-east-1', keyId: api.accessKeyId, secretKey: api.secretAccessKey };
    return { ...api, address: api.url, key };
  },
});

mediaSuite({
  connector: media,
  against,
  start: async () => {
    const api = await startMediaSource();
    return { ...api, address: api.url, key: { apiKey: api.key } };
  },
  unknown: 'nothing',
});
