import type { Module } from '#domain/contract/modules.ts';
import { articleBuilder } from './articles/article-builder/index.ts';
import { articleForge } from './articles/article-forge/index.ts';
import { kontentMachine } from './articles/kontent-machine/index.ts';
import { openAi } from './articles/open-ai/index.ts';
import { ultraSpinnable } from './articles/ultra-spinnable/index.ts';
import { antiCaptcha } from './captcha/anti-captcha/index.ts';
import { bypassCaptcha } from './captcha/bypass-captcha/index.ts';
import { captchaBeat } from './captcha/captcha-beat/index.ts';
import { deCaptcher } from './captcha/de-captcher/index.ts';
import { deathByCaptcha } from './captcha/death-by-captcha/index.ts';
import { imageTypers } from './captcha/image-typers/index.ts';
import { remoteOcr } from './captcha/remote-ocr/index.ts';
import { twoCaptcha } from './captcha/two-captcha/index.ts';
import { zeroCaptcha } from './captcha/zero-captcha/index.ts';
import { azureBlob } from './clouds/azure-blob/index.ts';
import { googleStorage } from './clouds/google-storage/index.ts';
import { s3 } from './clouds/s3/index.ts';
import { backLinksIndexer } from './indexers/back-links-indexer/index.ts';
import { eliteLinkIndexer } from './indexers/elite-link-indexer/index.ts';
import { expressIndexer } from './indexers/express-indexer/index.ts';
import { fastLinkIndexer } from './indexers/fast-link-indexer/index.ts';
import { flexIndexerBR } from './indexers/flex-indexer-br/index.ts';
import { indexInject } from './indexers/index-inject/index.ts';
import { indexification } from './indexers/indexification/index.ts';
import { indexnow } from './indexers/indexnow/index.ts';
import { instantLinkIndexer } from './indexers/instant-link-indexer/index.ts';
import { lIndexed } from './indexers/l-indexed/index.ts';
import { linkCentaur } from './indexers/link-centaur/index.ts';
import { linkProcessor } from './indexers/link-processor/index.ts';
import { oneHourIndexing } from './indexers/one-hour-indexing/index.ts';
import { oneIndexer } from './indexers/one-indexer/index.ts';
import { speedLink } from './indexers/speed-link/index.ts';
import { web20Indexer } from './indexers/web20-indexer/index.ts';
import { websub } from './indexers/websub/index.ts';
import { xmlrpcPing } from './indexers/xmlrpc-ping/index.ts';
import type { ArticleSource } from './kit/contract/articles.ts';
import type { CaptchaService } from './kit/contract/captcha.ts';
import type { Cloud } from './kit/contract/clouds.ts';
import type { Connector } from './kit/contract/connector.ts';
import type { Indexer } from './kit/contract/indexers.ts';
import type { MediaSource } from './kit/contract/media.ts';
import type { Platform, Publishing } from './kit/contract/platforms.ts';
import type { Spinner } from './kit/contract/spinners.ts';
import { openverse } from './media/openverse/index.ts';
import { pexels } from './media/pexels/index.ts';
import { pixabay } from './media/pixabay/index.ts';
import { unsplash } from './media/unsplash/index.ts';
import { wikimediaCommons } from './media/wikimedia-commons/index.ts';
import { youTube } from './media/you-tube/index.ts';
import { dokuwiki } from './platforms/dokuwiki/index.ts';
import { form } from './platforms/form/index.ts';
import { ghost } from './platforms/ghost/index.ts';
import { mediawiki } from './platforms/mediawiki/index.ts';
import { redmine } from './platforms/redmine/index.ts';
import { shaarli } from './platforms/shaarli/index.ts';
import { staticBlog } from './platforms/static-blog/index.ts';
import { wordpress } from './platforms/wordpress/index.ts';
import { xmlrpcBlog } from './platforms/xmlrpc-blog/index.ts';
import { bestSpinner } from './spinners/best-spinner/index.ts';
import { brazilianA } from './spinners/brazilian-a/index.ts';
import { brazilianB } from './spinners/brazilian-b/index.ts';
import { eSpinner } from './spinners/e-spinner/index.ts';
import { rewriter } from './spinners/rewriter/index.ts';
import { spinea } from './spinners/spinea/index.ts';
import { wordAi } from './spinners/word-ai/index.ts';

/** Every connector: one line each in its family. No two have the same id, whatever their family. */
export const registry = {
  platforms: [
    wordpress, //
    mediawiki,
    dokuwiki,
    shaarli,
    xmlrpcBlog,
    redmine,
    ghost,
    staticBlog,
    form,
  ] as Platform[],
  captcha: [
    zeroCaptcha, //
    twoCaptcha,
    antiCaptcha,
    deathByCaptcha,
    imageTypers,
    remoteOcr,
    captchaBeat,
    bypassCaptcha,
    deCaptcher,
  ] as CaptchaService[],
  spinners: [
    bestSpinner, //
    rewriter,
    wordAi,
    eSpinner,
    spinea,
    brazilianA,
    brazilianB,
  ] as Spinner[],
  articles: [
    openAi, //
    articleForge,
    articleBuilder,
    kontentMachine,
    ultraSpinnable,
  ] as ArticleSource[],
  indexers: [
    indexnow, //
    websub,
    xmlrpcPing,
    oneIndexer,
    indexInject,
    speedLink,
    expressIndexer,
    web20Indexer,
    eliteLinkIndexer,
    flexIndexerBR,
    instantLinkIndexer,
    backLinksIndexer,
    indexification,
    fastLinkIndexer,
    linkProcessor,
    linkCentaur,
    lIndexed,
    oneHourIndexing,
  ] as Indexer[],
  clouds: [
    s3, //
    azureBlob,
    googleStorage,
  ] as Cloud[],
  media: [
    openverse, //
    wikimediaCommons,
    pexels,
    pixabay,
    unsplash,
    youTube,
  ] as MediaSource[],
};

/** A platform by its stored id. */
export function findPlatform(id: string): Platform | undefined {
  return registry.platforms.find((platform) => platform.id === id);
}

/** An indexing service by its stored id. */
export function findIndexer(id: string): Indexer | undefined {
  return registry.indexers.find((indexer) => indexer.id === id);
}

/** How a platform makes posts of a module, at a site with these settings. */
export function publishingOf(
  platform: Platform,
  module: Module,
  settings: Readonly<Record<string, unknown>> | null = null,
): Publishing {
  const own = platform.ownWays?.[module] ?? platform;
  const accepts = settings === null ? undefined : platform.siteSettings?.acceptsAt(settings);
  return accepts ? { ...own, accepts } : own;
}

/** Name of a connector for people; its id when there is none. */
export function labelOf(id: string): string {
  const all: Connector[] = Object.values(registry).flat();
  return all.find((connector) => connector.id === id)?.label ?? id;
}
