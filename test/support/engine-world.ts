import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { EngineOptions } from '#domain/contract/options/engine-options.ts';
import { getProject, startProject, stopProject } from '#domain/contract/projects/projects.ts';
import type { SeenRequest } from '#rehearsal/ledger.ts';
import type { SiteMail } from '#rehearsal/site-users.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import type { Config } from '#server/config.ts';
import { startTestApp, type TestApp } from './start-app.ts';
import { until } from './until.ts';

interface EngineWorldSettings {
  wordpress: number;
  mediawiki?: number;
  shaarli?: number;
  /** Takes what the sites send by mail. */
  mail?: (mail: SiteMail) => void;
  options: Partial<EngineOptions>;
  config?: Partial<Config>;
}

/** A product with rehearsal sites that keep a ledger, begun anew for each test of a file; what its tests ask for often. */
export class EngineWorld {
  app!: TestApp;
  world!: World;
  /** Requests as the sites saw them. */
  readonly ledger: SeenRequest[] = [];

  constructor({ wordpress, mediawiki = 0, shaarli = 0, mail, options, config }: EngineWorldSettings) {
    beforeAll(async () => {
      this.app = await startTestApp(config);
      this.world = await startWorld({ wordpress, mediawiki, shaarli, mail, ledger: this.ledger });
      const row = { key: 'options', value: JSON.stringify(options) };
      await this.app.app.store.db.insertInto('settings').values(row).execute();
    });
    afterAll(async () => {
      await this.app.stop();
      await this.world.close();
    });
    beforeEach(async () => {
      for (const site of this.world.sites) {
        site.resetDials();
        site.deletePosts();
      }
      this.ledger.length = 0;
      this.app.app.outside.holds?.clear();
      await this.app.app.store.db.updateTable('hosts').set({ hold_until: null, stopped: false }).execute();
      await this.app.app.store.db.deleteFrom('indexer_paces').execute();
    });
  }

  /** Ends what services asked for: to be left alone for a while. */
  async forgetHolds(): Promise<void> {
    this.app.app.outside.holds?.clear();
    await this.db.deleteFrom('indexer_paces').execute();
  }

  get db() {
    return this.app.app.store.db;
  }

  /** Starts a project, one that is COMPLETED too. */
  start(id: number) {
    return this.app.send(startProject, { params: { id }, query: { again: true } });
  }

  stop(id: number) {
    return this.app.send(stopProject, { params: { id } });
  }

  /** What the page of a project loads. */
  async page(id: number) {
    return (await this.app.send(getProject, { params: { id } })).body;
  }

  async statusOf(id: number): Promise<string> {
    return (await this.page(id)).project.status;
  }

  /** Its checked rows. */
  async rowsOf(id: number) {
    return (await this.page(id)).sites.filter((row: { checked: boolean }) => row.checked);
  }

  comesToRest(id: number): Promise<void> {
    return until('rest', async () => ['NEW', 'STOPPED', 'COMPLETED', 'FAILED'].includes(await this.statusOf(id)));
  }

  completes(id: number): Promise<void> {
    return until('completed', async () => (await this.statusOf(id)) === 'COMPLETED');
  }

  /** Requests that would make a post. */
  acts(): SeenRequest[] {
    return this.ledger.filter((seen) => seen.act);
  }
}
