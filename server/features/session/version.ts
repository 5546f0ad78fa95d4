import type { App } from '../../app.ts';

/** The version file is read at most this often (D-NAV-07). */
const every = 6 * 3_600_000;
/** Letters of it that are looked at. */
const maxText = 10_000;
let known: { at: number; latest: string | null } | undefined;

/** Latest version named by the version file (text or `{version}`); null when unset or failing. */
export async function latestVersion(app: App): Promise<string | null> {
  const { versionUrl } = app.config;
  if (!versionUrl?.startsWith('https://')) return null;
  if (known && Date.now() - known.at < every) return known.latest;
  known = { at: Date.now(), latest: null };
  try {
    const tools = app.outside.toolsFor({
      connectorId: 'version',
      siteUrl: versionUrl,
      accountKey: 'version',
      secrets: [],
      signal: AbortSignal.timeout(5_000),
      seed: 'version',
    });
    const { text } = await tools.http({ method: 'GET', url: versionUrl });
    const latest = /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(text.slice(0, maxText))?.[0] ?? null;
    known = { at: Date.now(), latest };
  } catch (error) {
    app.log.info({ err: error }, 'the version file could not be read');
  }
  return known.latest;
}
