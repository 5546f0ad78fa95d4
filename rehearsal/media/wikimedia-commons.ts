import { type ApiReply, jsonReply } from '../api-server.ts';
import { itemsOf, type MediaApi, startMediaApi } from './media-api.ts';

/** Starts a rehearsed Wikimedia Commons: the search of MediaWiki's action=query, with errors of status 200. */
export function startWikimediaCommons(): Promise<MediaApi> {
  return startMediaApi({}, ({ api, request: { path, query, headers } }): ApiReply => {
    if (path !== '/w/api.php') return { status: 404, body: 'Not found' };
    if (!/\w+\/[\d.]+ \(.+\)/.test(headers['user-agent'] ?? ''))
      return { status: 403, body: 'Please set a user-agent and respect our robot policy' };
    if (api.isUsedUp) return error('ratelimited', "You've exceeded your rate limit.");
    if (query.get('meta') === 'siteinfo') return jsonReply({ query: { general: { sitename: 'Wikimedia Commons' } } });
    if (query.get('generator') !== 'search' || query.get('gsrnamespace') !== '6')
      return error('badvalue', 'Unrecognized value for parameter');
    const words = query.get('gsrsearch') ?? '';
    const size = Number(query.get('gsrlimit') ?? 10);
    const from = Number(query.get('gsroffset') ?? 0);
    const numbers = itemsOf(words, { size, from });
    if (numbers.length === 0) return jsonReply({ batchcomplete: true }, { done: true });
    const more = itemsOf(words, { size: 1, from: from + size }).length > 0;
    const pages = numbers.map((id) => page(api, id)).toReversed();
    const whole = { batchcomplete: true, query: { pages } };
    return jsonReply(more ? { ...whole, continue: { gsroffset: from + size, continue: 'gsroffset||' } } : whole, {
      done: true,
    });
  });
}

const error = (code: string, info: string): ApiReply => jsonReply({ error: { code, info, docref: 'See the manual' } });

const page = ({ filesAt }: MediaApi, id: number) => ({
  pageid: 1_000 + id,
  ns: 6,
  title: `File:Garden ${id}.jpg`,
  index: id,
  imageinfo: [
    {
      size: 4_000_000,
      width: 4_000,
      height: 3_000,
      thumburl: `${filesAt}/1280px-${id}.jpg`,
      thumbwidth: 1_280,
      thumbheight: 960,
      url: `${filesAt}/${id}.jpg`,
      descriptionurl: `https://commons.wikimedia.test/wiki/File:Garden_${id}.jpg`,
      mime: 'image/jpeg',
      extmetadata: {
        Artist: { value: `<a href="//commons.wikimedia.test/wiki/User:Ann" title="User:Ann">Ann &amp; Bob ${id}</a>` },
        LicenseShortName: { value: 'CC BY-SA 4.0' },
        ImageDescription: { value: `<p>Garden <b>no.</b> ${id}</p>` },
      },
    },
  ],
});
