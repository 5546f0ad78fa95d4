import { z } from 'zod';
import { defineCall, edition, readEdition } from '../call.ts';
import { captchaAdvice } from '../campaigns.ts';
import { mediaOptions } from '../media-search.ts';
import { productIndexerOptions } from '../product-indexer.ts';
import { contentOptions } from './article-sources.ts';
import { blockedSite } from './blocked-sites.ts';
import { captchaOptions } from './captcha.ts';
import { generalOptions, limitsOf, optionLimits } from './general.ts';
import { monitorState, proxy } from './proxies.ts';
import { spinnerOptions, spinnerService } from './spinner.ts';

/** Tabs of the options by wire name, in their order (D-NAV-11). */
export const optionTabs = [
  'general',
  'proxy',
  'captcha',
  'googleCaptcha',
  'content',
  'spinner',
  'indexer',
  'productIndexer',
  'blockedSites',
] as const;
export type OptionTab = (typeof optionTabs)[number];

/** The widest bounds: what the one who saves may set is judged by the server, which names the tab (D-OPT-04). */
export const options = generalOptions(limitsOf(true)).extend({
  ...captchaOptions.shape,
  ...contentOptions.shape,
  ...mediaOptions.shape,
  ...spinnerOptions.shape,
  ...productIndexerOptions.shape,
});
export type Options = z.infer<typeof options>;

/** Keys of the paid indexing services by name (`oneIndexerApiKey`), '' where none is kept (D-NAME-09). */
const indexerKeys = z.record(z.string().max(100), z.string().trim().max(1_000));
export type IndexerKeys = z.infer<typeof indexerKeys>;
const shownOptions = options.extend({ indexer: indexerKeys });

export const optionTexts = {
  fix: 'Please fix the problems below before saving options',
} as const;

export const getOptions = defineCall({
  id: 'getOptions',
  method: 'GET',
  path: '/rest/options',
  summary: 'The options, the proxies and the blocked sites',
  reply: z.object({
    options: shownOptions,
    edition,
    proxies: z.array(proxy),
    blockedSites: z.array(blockedSite),
    proxyMonitorState: monitorState,
    limits: optionLimits,
    /** True: no picker offers RemoteOCR. */
    hideRemoteOcr: z.boolean(),
    /** Where the advice on the recommended captcha service leads; null: it is not shown (D-NAME-04). */
    captchaAdvice: captchaAdvice.nullable(),
    /** Spinners whose address the settings of the server name. */
    placedSpinners: z.array(spinnerService),
  }),
});

export const saveOptions = defineCall({
  id: 'saveOptions',
  method: 'POST',
  path: '/rest/options',
  summary: 'Save options; a field that is not told keeps its value',
  body: z.looseObject({ edition: readEdition, indexer: indexerKeys.optional() }),
  reply: z.object({ options: shownOptions, edition }),
});
